import type { DnsReader } from '../../../kernel/dns.ts';
import { type DmarcRecord, domainsAbove, isDmarc, type Policy, readDmarc } from './dmarc-record.rules.ts';
import type { Checked, DmarcCheck, DmarcFinding } from './sender-domains.schema.ts';
import { publicDetail, publicRecords } from './shown.rules.ts';

const placeOf = (domain: string) => `_dmarc.${domain}`;

/** What to begin with: receivers report, and treat mail as before. */
const FIRST_RECORD = 'v=DMARC1; p=none';

interface At {
  domain: string;
  texts: string[];
  /** The one record there; where there are several, receivers take none of them. */
  record: DmarcRecord | null;
}

class NoAnswer extends Error {
  readonly domain: string;

  constructor(domain: string) {
    super('no answer');
    this.domain = domain;
  }
}

async function lookAt(dns: DnsReader, domain: string): Promise<At> {
  const answer = await dns.texts(placeOf(domain));
  if (answer.state === 'unknown') throw new NoAnswer(placeOf(domain));
  const texts = answer.state === 'found' ? answer.records : [];
  const [text, another] = texts.filter(isDmarc);
  const record = text === undefined || another !== undefined ? null : readDmarc(text);
  return { domain, texts, record };
}

/**
 * The record that holds for a domain without one of its own: that of its organisational domain, which is found by
 * walking up the tree (RFC 9989, 4.10). Failing that, the one of those whom its owner registered the name with.
 */
async function inherited(dns: DnsReader, domain: string): Promise<At | null> {
  const found: At[] = [];
  for (const above of domainsAbove(domain)) {
    const at = await lookAt(dns, above).catch((error: unknown) => {
      // What was found below holds, whoever is silent above.
      if (error instanceof NoAnswer && found.length > 0) return null;
      throw error;
    });
    if (!at) break;
    if (!at.record) continue;
    if (at.record.psd === 'n') return at;
    if (at.record.psd === 'y') {
      // The name right below is the organisation's own; where it has a record, it was met on the way.
      const own = found.at(-1);
      const isRightBelow = own?.domain.split('.').length === above.split('.').length + 1;
      return isRightBelow && own ? own : at;
    }
    found.push(at);
  }
  return found.at(-1) ?? null;
}

interface Others {
  spf: Checked;
  dkim: Checked;
}

type Judged = { state: Checked; findings: DmarcFinding[]; policy: Policy | null };

const finding = (code: DmarcFinding['code'], detail = ''): DmarcFinding => ({
  code,
  detail: publicDetail(detail),
});

function judgedPolicy(at: At & { record: DmarcRecord }, domain: string, { spf, dkim }: Others): Judged {
  const isOwn = at.domain === domain;
  const { record } = at;
  const said = isOwn ? record.policy : (record.below ?? record.policy);
  if (said === null) return { state: 'wrong', findings: [finding('no_policy')], policy: null };
  if (said === 'unknown') return { state: 'wrong', findings: [finding('unknown_policy')], policy: null };
  const findings = [finding(`policy_${said}`), ...(isOwn ? [] : [finding('inherited', at.domain)])];
  const nothingPasses = [spf, dkim].every((state) => state === 'wrong' || state === 'missing');
  // A record may be as it should be, and still have every mail refused.
  if (said !== 'none' && nothingPasses)
    return { state: 'wrong', findings: [finding('nothing_passes'), ...findings], policy: said };
  return { state: 'right', findings, policy: said };
}

function judgedOwn({ texts }: At): DmarcFinding | null {
  const records = texts.filter(isDmarc);
  if (records.length > 1) return finding('several_records', String(records.length));
  // Anything may stand there, but something that means to be a policy and is not read as one is a mistake.
  const meant = texts.some((text) => /dmarc|(?:^|;)\s*p\s*=/i.test(text));
  return meant ? finding('unreadable') : null;
}

/** What receivers are told to do with mail of a domain that nobody vouches for, and whether ours is such mail. */
export async function checkDmarc(dns: DnsReader, domain: string, others: Others): Promise<DmarcCheck> {
  const name = placeOf(domain);
  const begin = { name, type: 'TXT' as const, value: FIRST_RECORD };
  const nothing = { name, found: [], put: null, policy: null, alignment: null };
  try {
    const own = await lookAt(dns, domain);
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
    if (!(error instanceof NoAnswer)) throw error;
    return { ...nothing, state: 'unknown', findings: [finding('no_answer', error.domain)] };
  }
}
