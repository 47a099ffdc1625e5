import { z } from 'zod';
import { id } from '../../../kernel/id.ts';

/** Findings of the three checks. `detail` names what a finding is about: a term, a name, addresses. */
const spfCodes = [
  'no_record',
  'several_records',
  'unreadable',
  'too_long',
  'include_without_record',
  'loop',
  'too_many_lookups',
  'too_many_empty_lookups',
  'too_many_mail_servers',
  'allows_everybody',
  'server_refused',
  'server_doubted',
  'server_unsaid',
  'server_allowed_in_part',
  'server_allowed',
  'provider_missing',
  'provider_allowed',
  'server_has_no_address',
  'cannot_tell',
  'no_answer',
] as const;

const dkimCodes = [
  'no_key',
  'no_record',
  'several_records',
  'unreadable',
  'other_key',
  'revoked',
  'other_kind',
  'testing',
  'key_published',
  'no_answer',
] as const;

const dmarcCodes = [
  'no_record',
  'several_records',
  'unreadable',
  'no_policy',
  'unknown_policy',
  'nothing_passes',
  'policy_none',
  'policy_quarantine',
  'policy_reject',
  'inherited',
  'no_answer',
] as const;

/** `unknown`: not decidable, because DNS did not answer or the record depends on unknown factors. */
const state = z.enum(['right', 'wrong', 'missing', 'unknown']);

const dnsRecord = z.object({ name: z.string(), type: z.literal('TXT'), value: z.string() });

const checked = <Codes extends readonly [string, ...string[]]>(codes: Codes) =>
  z.object({
    state,
    name: z.string().describe('DNS name that was looked up.'),
    found: z.array(z.string()).describe('Record found there, written by others and shortened.'),
    findings: z.array(z.object({ code: z.enum(codes), detail: z.string() })),
    put: dnsRecord.nullable().describe('Record to publish instead.'),
  });

const spf = checked(spfCodes);
const dkim = checked(dkimCodes).extend({ hasKey: z.boolean() });
const alignment = z.enum(['relaxed', 'strict']);
const dmarc = checked(dmarcCodes).extend({
  policy: z.enum(['none', 'quarantine', 'reject']).nullable(),
  alignment: z.object({ spf: alignment, dkim: alignment }).nullable(),
});

export const senderDomain = z.object({
  id,
  name: z.string(),
  address: z.string(),
  domain: z.string(),
  host: z.string(),
  ...{ spf, dkim, dmarc },
});

export type SenderDomain = z.output<typeof senderDomain>;
export type CheckState = z.output<typeof state>;
export type SpfCheck = z.output<typeof spf>;
export type SpfFinding = SpfCheck['findings'][number];
export type DkimCheck = z.output<typeof dkim>;
export type DkimFinding = DkimCheck['findings'][number];
export type DmarcCheck = z.output<typeof dmarc>;
export type DmarcFinding = DmarcCheck['findings'][number];
