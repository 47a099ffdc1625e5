import { appOperation } from '../../../kernel/operation.ts';
import { pageOf, toPage } from '../../../kernel/page.ts';
import { auditEntry, listAuditLogInput } from './audit.schema.ts';
import { pageOfEntries } from './audit.store.ts';

export const listAuditLog = appOperation({
  name: 'list_audit_log',
  summary: 'List who changed what, newest first.',
  app: [{ method: 'GET', path: '/audit-log', role: 'editor' }],
  input: listAuditLogInput,
  output: pageOf(auditEntry),
  async run(ctx, { actor, operation, ...request }) {
    const { rows, total } = await pageOfEntries(ctx.db, request, { actor, operation });
    return { value: toPage(request, rows, total) };
  },
});
