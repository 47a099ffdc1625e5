/** DNS records of a name. Strangers wrote them: check them and show them as text, but never trust them. */
export type DnsAnswer =
  | { state: 'found'; records: string[] }
  /** There is no such name, or it has no such records. */
  | { state: 'none' }
  /** No answer in time, an unreadable one, or too many questions already. */
  | { state: 'unknown' };

export interface DnsReader {
  /** The texts of a name, each in one piece. */
  texts(name: string): Promise<DnsAnswer>;
  /** Public addresses of a host in one family; an address resolves to itself. Private ones are not revealed. */
  addresses(host: string, family: 4 | 6): Promise<DnsAnswer>;
  /** Names of the servers that take a domain's email. */
  mailServers(domain: string): Promise<DnsAnswer>;
}

export interface DnsClient {
  /**
   * One lookup: its questions are limited in number and time, and the same question is asked once.
   * `null` when the store has too many lookups under way.
   */
  look<T>(storeId: string, work: (dns: DnsReader) => Promise<T>): Promise<T | null>;
}
