import { createDnsClient, type DnsOptions } from '../../src/adapters/outbound/dns-client.ts';
import { checkDkim } from '../../src/features/sending/sender-domains/check-dkim.ts';
import { checkDmarc } from '../../src/features/sending/sender-domains/check-dmarc.ts';
import { checkSpf } from '../../src/features/sending/sender-domains/check-spf.ts';
import type { DnsReader } from '../../src/kernel/dns.ts';
import { freePort } from '../harness/free-port.ts';
import { type NameServer, startNameServer, type ZoneRule } from '../harness/name-server.ts';

export const DOMAIN = 'tea.example';
export const HOST = 'smtp.tea.example';
/** Looks like a public address, but is never called. */
export const ADDRESS = '93.184.215.14';

export const server = { [HOST]: { addresses: [ADDRESS] } } satisfies Record<string, ZoneRule>;
export const spf = (...texts: string[]) => ({ texts });

/** Checks made-up names, with a real name server and the real client. */
export async function checkWith<T>(
  zone: Record<string, ZoneRule>,
  work: (dns: DnsReader, server: NameServer) => Promise<T>,
  options: Partial<DnsOptions> = {},
): Promise<T> {
  const names = await startNameServer(zone, await freePort());
  try {
    const client = createDnsClient({ servers: [`127.0.0.1:${names.port}`], ...options });
    return (await client.look('store', (dns) => work(dns, names))) as T;
  } finally {
    await names.close();
  }
}

export const spfAt = (zone: Record<string, ZoneRule>, host = HOST, options: Partial<DnsOptions> = {}) =>
  checkWith(zone, (dns) => checkSpf(dns, DOMAIN, host), options);
export const dkimAt = (zone: Record<string, ZoneRule>, key: Parameters<typeof checkDkim>[2]) =>
  checkWith(zone, (dns) => checkDkim(dns, DOMAIN, key));
export const dmarcAt = (
  zone: Record<string, ZoneRule>,
  domain = DOMAIN,
  others: Parameters<typeof checkDmarc>[2] = { spf: 'right', dkim: 'right' },
) => checkWith(zone, (dns) => checkDmarc(dns, domain, others));
