/** DNS records of a name. Strangers wrote them: check them and show them as text, but never trust them. */
export type DnsAnswer =
  | { state: 'found'; records: string[] }
  /** The name does not exist, or has no such records. */
  | { state: 'none' }
  /** No response in time, an unreadable one, or too many queries already. */
  | { state: 'unknown' };

export interface DnsReader {
  /** The TXT records of a name, each joined into one string. */
  texts(name: string): Promise<DnsAnswer>;
  /** Public addresses of a host in one family; an address resolves to itself. Private ones are not revealed. */
  addresses(host: string, family: 4 | 6): Promise<DnsAnswer>;
  /** Names of the servers that receive a domain's email. */
  mailServers(domain: string): Promise<DnsAnswer>;
}

export interface DnsClient {
  /**
   * One lookup: its queries are limited in number and time, and the same query is sent only once. `null` if
   * the store has too many lookups in progress.
   */
  look<T>(storeId: string, work: (dns: DnsReader) => Promise<T>): Promise<T | null>;
}
