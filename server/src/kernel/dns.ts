/** What a name has in DNS, as strangers wrote it: to be judged and shown as text, never to be trusted. */
export type DnsAnswer =
  | { state: 'found'; records: string[] }
  /** There is no such name, or it has none of these. */
  | { state: 'none' }
  /** Nobody answered in time, or not in a way that can be read, or too much was asked already. */
  | { state: 'unknown' };

export interface DnsReader {
  /** The texts of a name, each in one piece. */
  texts(name: string): Promise<DnsAnswer>;
  /** Public addresses of a host of one family; an address is its own. Private ones are nobody's business. */
  addresses(host: string, family: 4 | 6): Promise<DnsAnswer>;
  /** Names of the servers that take a domain's mail. */
  mailServers(domain: string): Promise<DnsAnswer>;
}

export interface DnsClient {
  /**
   * One look at DNS: all its questions together have an end in number and in time, and the same one is asked once.
   * `null` when the store has too many under way already.
   */
  look<T>(storeId: string, work: (dns: DnsReader) => Promise<T>): Promise<T | null>;
}
