import { Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import { startDeadline } from '../../kernel/deadline.ts';
import type { DnsAnswer, DnsClient, DnsReader } from '../../kernel/dns.ts';
import { isHostname } from '../../kernel/mail-address.ts';
import { isPublicAddress } from './addresses.ts';
import { isLocalName } from './hosts.ts';
import { codeOf } from './outbound-error.ts';

/** More than any honest domain needs; limits the queries that a hostile domain can cause. */
const MAX_QUESTIONS = 150;
const MAX_RECORDS = 100;
/** The time limit of all queries of one lookup together. */
const LOOK_MS = 10_000;
const MAX_CONCURRENT_CHECKS = 3;

const MAX_NAME = 253;
const isAskable = (name: string) => name.length <= MAX_NAME && isHostname(name) && !isLocalName(name);

const none: DnsAnswer = { state: 'none' };
const unknown: DnsAnswer = { state: 'unknown' };

const answerOf = (records: string[]): DnsAnswer =>
  records.length === 0 ? none : { state: 'found', records: records.slice(0, MAX_RECORDS) };

/** The resolver returns each byte as one character. */
const textOf = (pieces: readonly string[]) => Buffer.from(pieces.join(''), 'latin1').toString();

const isAbsent = (error: unknown) => ['ENOTFOUND', 'ENODATA'].includes(codeOf(error));

export interface DnsOptions {
  /** Name servers to query; by default those of the machine. */
  servers: readonly string[];
  /** The timeout of a query before it is repeated once and then abandoned. */
  questionMs?: number;
  lookMs?: number;
}

type DnsQuery = (resolver: Resolver) => Promise<string[]>;

class DnsLookup implements DnsReader {
  readonly #servers: readonly string[];
  readonly #questionMs: number;
  /** One resolver per pending query, because a resolver can only cancel all of its queries at once. */
  readonly #resolvers = new Set<Resolver>();
  readonly #answers = new Map<string, Promise<DnsAnswer>>();
  #isOver = false;

  constructor({ servers, questionMs = 2000 }: DnsOptions) {
    this.#servers = servers;
    this.#questionMs = questionMs;
  }

  texts = (name: string) =>
    this.#ask(`TXT ${name}`, name, async (resolver) => (await resolver.resolveTxt(name)).map(textOf));

  async addresses(host: string, family: 4 | 6): Promise<DnsAnswer> {
    const answer =
      isIP(host) === 0
        ? await this.#ask(`${family} ${host}`, host, (resolver) =>
            family === 4 ? resolver.resolve4(host) : resolver.resolve6(host),
          )
        : answerOf(isIP(host) === family ? [host] : []);
    // An address in our own network exists, but is not revealed.
    return answer.state === 'found' ? { ...answer, records: answer.records.filter(isPublicAddress) } : answer;
  }

  mailServers = (domain: string) =>
    this.#ask(`MX ${domain}`, domain, async (resolver) =>
      (await resolver.resolveMx(domain)).map(({ exchange }) => exchange).filter(Boolean),
    );

  end() {
    this.#isOver = true;
    for (const resolver of this.#resolvers) resolver.cancel();
  }

  #ask(question: string, name: string, ask: DnsQuery): Promise<DnsAnswer> {
    const key = question.toLowerCase();
    const asked = this.#answers.get(key);
    if (asked) return asked;
    const answer = this.#answerTo(name, ask);
    this.#answers.set(key, answer);
    return answer;
  }

  async #answerTo(name: string, ask: DnsQuery): Promise<DnsAnswer> {
    if (!isAskable(name)) return none;
    if (this.#isOver || this.#answers.size >= MAX_QUESTIONS) return unknown;
    // One try more than we wait for: our own deadline decides when to give up, because the resolver's timeout
    // also counts time in which we could not read.
    const resolver = new Resolver({ timeout: this.#questionMs, tries: 3 });
    if (this.#servers.length > 0) resolver.setServers(this.#servers);
    this.#resolvers.add(resolver);
    const clock = startDeadline(3 * this.#questionMs, () => resolver.cancel());
    try {
      return answerOf(await ask(resolver));
    } catch (error) {
      return isAbsent(error) ? none : unknown;
    } finally {
      clock.clear();
      this.#resolvers.delete(resolver);
    }
  }
}

/** Only queries name servers; never connects to anything that a record names. */
export function createDnsClient(options: DnsOptions): DnsClient {
  const underWay = new Map<string, number>();
  return {
    async look(storeId, work) {
      const others = underWay.get(storeId) ?? 0;
      if (others >= MAX_CONCURRENT_CHECKS) return null;
      underWay.set(storeId, others + 1);
      const look = new DnsLookup(options);
      const clock = startDeadline(options.lookMs ?? LOOK_MS, () => look.end());
      try {
        return await work(look);
      } finally {
        clock.clear();
        look.end();
        const left = (underWay.get(storeId) ?? 1) - 1;
        if (left === 0) underWay.delete(storeId);
        else underWay.set(storeId, left);
      }
    },
  };
}
