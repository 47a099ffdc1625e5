import type { DnsReader } from '../../../kernel/dns.ts';
import type { SpfFinding } from './sender-domains.schema.ts';
import { costsLookup, isSpf, MAX_SPF_LENGTH, readSpf, type SpfRecord } from './spf-record.rules.ts';

/** The maximum number of lookups by receivers (RFC 7208, 4.6.4). */
const MAX_LOOKUPS = 10;

/** Stops the evaluation of a record, for us as for receivers. */
export class SpfEvaluationError extends Error {
  readonly code: SpfFinding['code'];
  readonly detail: string;

  constructor(code: SpfFinding['code'], detail: string) {
    super(code);
    this.code = code;
    this.detail = detail;
  }
}

/** All TXT records of a domain that claim to be SPF. */
export async function spfTexts(dns: DnsReader, domain: string): Promise<string[]> {
  const answer = await dns.texts(domain);
  if (answer.state === 'unknown') throw new SpfEvaluationError('no_answer', domain);
  return answer.state === 'found' ? answer.records.filter(isSpf) : [];
}

/** The SPF record of a domain, or `null`. */
export async function spfOf(dns: DnsReader, domain: string): Promise<SpfRecord | null> {
  const [text, another] = await spfTexts(dns, domain);
  if (text === undefined) return null;
  if (another !== undefined) throw new SpfEvaluationError('several_records', domain);
  if (text.length > MAX_SPF_LENGTH) throw new SpfEvaluationError('too_long', domain);
  const read = readSpf(text);
  if ('fault' in read) throw new SpfEvaluationError('unreadable', read.fault);
  return read;
}

const nameIn = (name: { name: string } | { macro: string } | null | undefined) =>
  name && 'name' in name ? name.name : null;

interface SpfTree {
  /** Every domain whose record was read. */
  reached: ReadonlyMap<string, SpfRecord>;
  hasLookupLeft: boolean;
}

/**
 * Reads a record and everything it includes, or throws the first error that stops receivers. Receivers count
 * lookups only until a term matches; here, all are counted, because they will reach the end for some mail
 * server.
 */
export async function readSpfTree(dns: DnsReader, domain: string): Promise<SpfTree> {
  const reached = new Map<string, SpfRecord>();
  let lookups = 0;

  const spend = (at: string) => {
    lookups += 1;
    if (lookups > MAX_LOOKUPS) throw new SpfEvaluationError('too_many_lookups', at);
  };

  async function read(at: string, above: readonly string[]): Promise<void> {
    if (above.includes(at))
      throw new SpfEvaluationError('loop', [...above.slice(above.indexOf(at)), at].join(' → '));
    const record = await spfOf(dns, at);
    if (!record)
      throw new SpfEvaluationError(above.length === 0 ? 'no_record' : 'include_without_record', at);
    reached.set(at, record);
    const around = [...above, at];
    for (const mechanism of record.mechanisms) {
      if (costsLookup(mechanism)) spend(mechanism.text);
      const included = mechanism.kind === 'include' ? nameIn(mechanism.name) : null;
      if (included !== null) await read(included, around);
    }
    if (!record.redirect) return;
    spend(`redirect=${nameIn(record.redirect) ?? ''}`);
    const next = nameIn(record.redirect);
    if (next !== null) await read(next, around);
  }

  await read(domain, []);
  return { reached, hasLookupLeft: lookups < MAX_LOOKUPS };
}
