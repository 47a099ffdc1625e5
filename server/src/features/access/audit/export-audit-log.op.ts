import { z } from 'zod';
import { operatorOperation } from '../../../kernel/operation.ts';
import { allEntries } from './audit.store.ts';

export const exportAuditLog = operatorOperation({
  name: 'export_audit_log',
  summary: 'Print the audit log of a store, the oldest entry first, each as JSON on a line.',
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
