import type { DnsAnswer, DnsReader } from '../../../kernel/dns.ts';
import { isWithin, type Mechanism, networkAround, type Qualifier, type SpfName } from './spf-record.rules.ts';
import { SpfEvaluationError, spfOf } from './spf-tree.ts';

export type SpfResult = 'pass' | 'fail' | 'softfail' | 'neutral';

/** Receivers' possible results: several if they depend on a macro or similar. `untold`: any of them. */
export type SpfResults = ReadonlySet<SpfResult | 'untold'>;

const resultOf: Readonly<Record<Qualifier, SpfResult>> = {
  '+': 'pass',
  '-': 'fail',
  '~': 'softfail',
  '?': 'neutral',
};

/** RFC 7208, 4.6.4: void lookups in an evaluation, and mail servers that one `mx` term may name. */
const MAX_EMPTY = 2;
const MAX_MAIL_SERVERS = 10;

type SpfMatch = 'yes' | 'no' | 'untold';

/** Evaluates the record of a domain for one address of a mail server (RFC 7208, 4 and 5). */
export async function spfResults(dns: DnsReader, domain: string, address: string): Promise<SpfResults> {
  const family = address.includes(':') ? 6 : 4;
  let empty = 0;

  const noteEmpty = (name: string) => {
    empty += 1;
    if (empty > MAX_EMPTY) throw new SpfEvaluationError('too_many_empty_lookups', name);
  };

  async function recordsOf(ask: Promise<DnsAnswer>, name: string, counts = true): Promise<string[]> {
    const answer = await ask;
    if (answer.state === 'found') return answer.records;
    if (answer.state === 'unknown') throw new SpfEvaluationError('no_answer', name);
    if (counts) noteEmpty(name);
    return [];
  }

  /** A host with addresses of the other family only is not a void lookup. */
  const isThere = async (name: string) => (await dns.addresses(name, family === 4 ? 6 : 4)).state !== 'none';

  async function hosts(name: string, bits: number): Promise<boolean> {
    const found = await recordsOf(dns.addresses(name, family), name, false);
    return found.some((each) => isWithin(address, networkAround(each, bits)));
  }

  async function isHost(name: string, bits: number): Promise<boolean> {
    const answer = await dns.addresses(name, family);
    if (answer.state === 'none' && !(await isThere(name))) noteEmpty(name);
    return hosts(name, bits);
  }

  async function isMailServer(name: string, bits: number): Promise<boolean> {
    const servers = await recordsOf(dns.mailServers(name), name);
    if (servers.length > MAX_MAIL_SERVERS) throw new SpfEvaluationError('too_many_mail_servers', name);
    for (const server of servers) if (await hosts(server, bits)) return true;
    return false;
  }

  const included = async (name: string): Promise<SpfMatch> => {
    const results = await check(name);
    if (![...results].some((each) => each === 'pass' || each === 'untold')) return 'no';
    return results.size === 1 && results.has('pass') ? 'yes' : 'untold';
  };

  const nameAt = (name: SpfName, at: string) => (name === null ? at : 'name' in name ? name.name : null);

  async function matches(mechanism: Mechanism, at: string): Promise<SpfMatch> {
    const { kind } = mechanism;
    if (kind === 'all') return 'yes';
    if (kind === 'network') return isWithin(address, mechanism.network) ? 'yes' : 'no';
    if (kind === 'ptr') return 'untold';
    const name = nameAt(mechanism.name, at);
    if (name === null) return 'untold';
    if (kind === 'include') return included(name);
    if (kind === 'exists') return (await recordsOf(dns.addresses(name, 4), name)).length > 0 ? 'yes' : 'no';
    const bits = family === 4 ? mechanism.bits4 : mechanism.bits6;
    return (await (kind === 'a' ? isHost(name, bits) : isMailServer(name, bits))) ? 'yes' : 'no';
  }

  async function check(at: string): Promise<SpfResults> {
    const record = await spfOf(dns, at);
    if (!record) throw new SpfEvaluationError('include_without_record', at);
    const results = new Set<SpfResult | 'untold'>();
    for (const mechanism of record.mechanisms) {
      const match = await matches(mechanism, at);
      if (match !== 'no') results.add(resultOf[mechanism.qualifier]);
      if (match === 'yes') return results;
    }
    if (!record.redirect) return results.add('neutral');
    const next = nameAt(record.redirect, at);
    if (next === null) return results.add('untold');
    for (const each of await check(next)) results.add(each);
    return results;
  }

  return check(domain);
}
