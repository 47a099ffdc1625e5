import type { DnsReader } from '../../../kernel/dns.ts';
import {
  type DmarcPolicy,
  type DmarcRecord,
  domainsAbove,
  isDmarc,
  parseDmarc,
} from './dmarc-record.rules.ts';
import { publicDetail, publicRecords } from './dns-records.rules.ts';
import type { CheckState, DmarcCheck, DmarcFinding } from './sender-domains.schema.ts';

const placeOf = (domain: string) => `_dmarc.${domain}`;

/** A record to start with: receivers send reports but treat email as before. */
const FIRST_RECORD = 'v=DMARC1; p=none';

interface DmarcLookup {
  domain: string;
  texts: string[];
  /** Also `null` if there are several: receivers then ignore them all. */
  record: DmarcRecord | null;
}

class NoDnsAnswerError extends Error {
  readonly domain: string;

  constructor(domain: string) {
    super('no answer');
    this.domain = domain;
  }
}

async function lookUpDmarc(dns: DnsReader, domain: string): Promise<DmarcLookup> {
  const answer = await dns.texts(placeOf(domain));
  if (answer.state === 'unknown') throw new NoDnsAnswerError(placeOf(domain));
  const texts = answer.state === 'found' ? answer.records : [];
  const [text, another] = texts.filter(isDmarc);
  const record = text === undefined || another !== undefined ? null : parseDmarc(text);
  return { domain, texts, record };
}

/**
 * The record that applies to a domain without its own: that of its organizational domain, found by walking up
 * the tree (RFC 9989, 4.10), or else that of the public suffix it is registered under.
 */
async function inherited(dns: DnsReader, domain: string): Promise<DmarcLookup | null> {
  const found: DmarcLookup[] = [];
  for (const above of domainsAbove(domain)) {
    const at = await lookUpDmarc(dns, above).catch((error: unknown) => {
      // A record found below applies even if a domain above does not answer.
      if (error instanceof NoDnsAnswerError && found.length > 0) return null;
      throw error;
    });
    if (!at) break;
    if (!at.record) continue;
    if (at.record.psd === 'n') return at;
    if (at.record.psd === 'y') {
      // The name right below a public suffix is the organization's; its record, if any, was found just before.
      const own = found.at(-1);
      const isRightBelow = own?.domain.split('.').length === above.split('.').length + 1;
      return isRightBelow && own ? own : at;
    }
    found.push(at);
  }
  return found.at(-1) ?? null;
}

interface AlignmentInputs {
  spf: CheckState;
  dkim: CheckState;
}

type DmarcAssessment = { state: CheckState; findings: DmarcFinding[]; policy: DmarcPolicy | null };

const finding = (code: DmarcFinding['code'], detail = ''): DmarcFinding => ({
  code,
  detail: publicDetail(detail),
});

function judgedPolicy(
  at: DmarcLookup & { record: DmarcRecord },
  domain: string,
  { spf, dkim }: AlignmentInputs,
): DmarcAssessment {
  const isOwn = at.domain === domain;
  const { record } = at;
  const said = isOwn ? record.policy : (record.below ?? record.policy);
  if (said === null) return { state: 'wrong', findings: [finding('no_policy')], policy: null };
  if (said === 'unknown') return { state: 'wrong', findings: [finding('unknown_policy')], policy: null };
  const findings = [finding(`policy_${said}`), ...(isOwn ? [] : [finding('inherited', at.domain)])];
  const nothingPasses = [spf, dkim].every((state) => state === 'wrong' || state === 'missing');
  // Even a valid record may cause every email to be rejected.
  if (said !== 'none' && nothingPasses)
    return { state: 'wrong', findings: [finding('nothing_passes'), ...findings], policy: said };
  return { state: 'right', findings, policy: said };
}

function judgedOwn({ texts }: DmarcLookup): DmarcFinding | null {
  const records = texts.filter(isDmarc);
  if (records.length > 1) return finding('several_records', String(records.length));
  // Other TXT records are allowed, but one that looks like a policy and can't be parsed is a mistake.
  const meant = texts.some((text) => /dmarc|(?:^|;)\s*p\s*=/i.test(text));
  return meant ? finding('unreadable') : null;
}

/** Checks what receivers do with a domain's unauthenticated email, and whether that affects our email. */
export async function checkDmarc(
  dns: DnsReader,
  domain: string,
  others: AlignmentInputs,
): Promise<DmarcCheck> {
  const name = placeOf(domain);
  const begin = { name, type: 'TXT' as const, value: FIRST_RECORD };
  const nothing = { name, found: [], put: null, policy: null, alignment: null };
  try {
    const own = await lookUpDmarc(dns, domain);
    const fault = own.record ? null : judgedOwn(own);
    if (fault)
      return { ...nothing, state: 'wrong', found: publicRecords(own.texts), findings: [fault], put: begin };
    const at = own.record ? own : await inherited(dns, domain);
    if (!at?.record) return { ...nothing, state: 'missing', findings: [finding('no_record')], put: begin };
    const judged = judgedPolicy({ ...at, record: at.record }, domain, others);
    return {
      ...judged,
      name: placeOf(at.domain),
      found: publicRecords(at.texts),
      put: judged.policy === null ? begin : null,
      alignment: at.record.alignment,
    };
  } catch (error) {
    if (!(error instanceof NoDnsAnswerError)) throw error;
    return { ...nothing, state: 'unknown', findings: [finding('no_answer', error.domain)] };
  }
}
