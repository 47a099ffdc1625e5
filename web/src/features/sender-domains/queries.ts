import type { SenderDomain as DomainSchema } from 'outstep/features/sending/sender-domains/sender-domains.schema.ts';
import { useRead, useWrite } from '../../api/queries.ts';
import type { Wire } from '../../api/wire.ts';

export type SenderDomain = Wire<DomainSchema>;
export type State = SenderDomain['spf']['state'];
export type DnsRecord = NonNullable<SenderDomain['spf']['put']>;

const DOMAINS = '/smtp-configs';

/** Read again only on request: each check queries public name servers. */
export const useSenderDomain = (id: string) => useRead<SenderDomain>(`${DOMAINS}/${id}/domain`);

export const useCreateDkimKey = () =>
  useWrite((api, domain: string) => api.post('/dkim-keys', { domain, replace: false }), {
    changes: [DOMAINS, '/audit-log'],
  });
