import type { ListedEntry } from '../../../../server/src/features/access/audit/audit.schema.ts';
import type { Page } from '../../../../server/src/kernel/page.ts';
import type { Query } from '../../api/client.ts';
import { useRead } from '../../api/queries.ts';
import type { Wire } from '../../api/wire.ts';

export type AuditEntry = Wire<ListedEntry>;

export const useAuditLog = (query: Query) => useRead<Page<AuditEntry>>('/audit-log', query);
