import type { SenderDomain as DomainSchema } from '../../../../server/src/features/sending/sender-domains/sender-domains.schema.ts';
import { useRead, useWrite } from '../../api/queries.ts';
import type { Wire } from '../../api/wire.ts';

export type SenderDomain = Wire<DomainSchema>;
export type State = SenderDomain['spf']['state'];
export type DnsRecord = NonNullable<SenderDomain['spf']['put']>;

const DOMAINS = '/smtp-configs';

/** Asked again only when somebody wants it: each look goes out to the name servers of the world. */
export const useSenderDomain = (id: string) => useRead<SenderDomain>(`${DOMAINS}/${id}/domain`);

export const useMakeKey = () =>
  useWrite((api, domain: string) => api.post('/dkim-keys', { domain, replace: false }), {
    changes: [DOMAINS, '/audit-log'],
  });
