import type { DnsReader } from '../../../kernel/dns.ts';
import type { DkimRecord } from '../senders/dkim-record.ts';
import { checkDkim } from './check-dkim.ts';
import { checkDmarc } from './check-dmarc.ts';
import { checkSpf } from './check-spf.ts';
import type { SenderDomain } from './sender-domains.schema.ts';

export interface DomainToCheck {
  domain: string;
  /** The mail server that sends for it. */
  host: string;
  key: DkimRecord | null;
}

/** SPF, DKIM and DMARC of a sender's domain, as currently in DNS. */
export async function checkDomain(
  dns: DnsReader,
  { domain, host, key }: DomainToCheck,
): Promise<Pick<SenderDomain, 'spf' | 'dkim' | 'dmarc'>> {
  const [spf, dkim] = await Promise.all([checkSpf(dns, domain, host), checkDkim(dns, domain, key)]);
  return { spf, dkim, dmarc: await checkDmarc(dns, domain, { spf: spf.state, dkim: dkim.state }) };
}
