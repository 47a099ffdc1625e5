import type { ListedEntry } from 'outstep/features/access/audit/audit.schema.ts';
import type { Page } from 'outstep/kernel/page.ts';
import type { Query } from '../../api/client.ts';
import { useRead } from '../../api/queries.ts';
import type { Wire } from '../../api/wire.ts';

export type ListedAuditEntry = Wire<ListedEntry>;

export const useAuditLog = (query: Query) => useRead<Page<ListedAuditEntry>>('/audit-log', query);
