import { z } from 'zod';
import { appOperation, operatorOperation } from '../../../kernel/operation.ts';
import { pageOf, toPage } from '../../../kernel/page.ts';
import { auditEntry, listAuditLogInput } from './audit.schema.ts';
import { allEntries, pageOfEntries } from './audit.store.ts';

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

export const exportAuditLog = operatorOperation({
  name: 'export_audit_log',
  summary: 'Print the audit log of a store as JSON lines, oldest entry first.',
  command: {
    words: ['audit', 'export'],
    store: 'flag',
    table: { member: 'audit-log', columns: [], format: 'json-lines' },
  },
  app: [{ method: 'GET', path: '/audit-log/export', role: 'owner' }],
  stepUp: true,
  input: z.object({}),
  output: z.object({ 'audit-log': z.unknown() }),
  run: async ({ db }) => ({ value: { 'audit-log': allEntries(db) } }),
});

export const exportSignIns = operatorOperation({
  name: 'export_sign_ins',
  summary: 'Print sign-ins, failed sign-ins and changes to sign-in methods of all people as JSON lines.',
  command: {
    words: ['audit', 'sign-ins'],
    store: 'none',
    table: { member: 'sign-ins', columns: [], format: 'json-lines' },
  },
  input: z.object({}),
  output: z.object({ 'sign-ins': z.unknown() }),
  run: async ({ people }) => ({ value: { 'sign-ins': people.events() } }),
});
