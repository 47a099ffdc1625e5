import { z } from 'zod';
import { operatorOperation } from '../../../kernel/operation.ts';
import type { Queries } from '../../../kernel/ports.ts';
import { type ExportedUnsubscribe, exportColumns, exportedRows } from './unsubscribes.schema.ts';
import { pageOfUnsubscribes } from './unsubscribes.store.ts';

const AT_ONCE = 1000;

async function* allUnsubscribes(db: Queries): AsyncGenerator<ExportedUnsubscribe> {
  let after: Buffer = Buffer.alloc(0);
  for (;;) {
    const rows = await pageOfUnsubscribes(db, after, AT_ONCE);
    for (const { mac, ...row } of rows) {
      yield { ...row, status: 'unsubscribed' };
      after = mac;
    }
    if (rows.length < AT_ONCE) return;
  }
}

export const exportUnsubscribes = operatorOperation({
  name: 'export_unsubscribes',
  summary: 'Print the unsubscribed addresses as CSV; erased addresses are not included.',
  command: {
    words: ['unsubscribe', 'export'],
    store: 'flag',
    table: { member: 'unsubscribes', columns: exportColumns, format: 'csv' },
  },
  app: [{ method: 'GET', path: '/unsubscribes/export', role: 'editor' }],
  stepUp: true,
  input: z.object({}),
  output: exportedRows,
  run: async ({ db }) => ({ value: { unsubscribes: allUnsubscribes(db) } }),
});
