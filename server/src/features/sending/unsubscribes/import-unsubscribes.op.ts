import { operatorOperation } from '../../../kernel/operation.ts';
import type { BatchedQueries } from '../../../kernel/ports.ts';
import { addressesOf, createCollector, type ImportBatch } from './import-batches.ts';
import { openImport } from './import-lines.ts';
import { readStatusChoices, reportOf, requireMeaning } from './import-report.ts';
import { insertImportedSuppressions } from './suppressions.store.ts';
import {
  checkImportInput,
  type ImportedCounts,
  importedCounts,
  importInput,
  importReport,
} from './unsubscribes.schema.ts';
import { insertUnsubscribes, lockImports } from './unsubscribes.store.ts';

type Counts = Pick<ImportedCounts, 'imported' | 'suppressed' | 'known'>;

/** Writes the import in batches, within the transaction of the whole import. */
async function writeBatches(
  tx: BatchedQueries,
  storeId: string,
  batches: readonly ImportBatch[],
): Promise<Counts> {
  const counts: Counts = { imported: 0, suppressed: 0, known: 0 };
  for (const batch of batches) {
    const all = addressesOf(batch);
    const bounced = batch.meaning === 'bounced';
    const added = bounced
      ? await insertImportedSuppressions(tx, storeId, all)
      : await insertUnsubscribes(tx, storeId, 'import', all);
    counts[bounced ? 'suppressed' : 'imported'] += added;
    counts.known += all.length - added;
  }
  return counts;
}

const rest = { member: 'file', shown: 'FILE', as: 'stream' } as const;

export const checkUnsubscribesImport = operatorOperation({
  name: 'check_unsubscribes_import',
  summary:
    'Show what a file contains without importing it: its statuses, and the lines that would be rejected.',
  command: { words: ['unsubscribe', 'check'], store: 'flag', rest },
  app: [{ method: 'POST', path: '/unsubscribes/import/check', role: 'editor' }],
  unaudited: true,
  input: checkImportInput,
  output: importReport,
  run: async ({ importInTurn }, { file, statuses }) => ({
    value: await importInTurn(async () => reportOf(await openImport(file), readStatusChoices(statuses))),
  }),
});

export const importUnsubscribes = operatorOperation({
  name: 'import_unsubscribes',
  summary:
    'Unsubscribe a list of addresses: one per line, or CSV with an `email` column and, optionally, a `status` column.',
  command: { words: ['unsubscribe', 'import'], store: 'flag', rest },
  app: [{ method: 'POST', path: '/unsubscribes/import', role: 'editor' }],
  input: importInput,
  output: importedCounts,
  run: (ctx, { file, as, statuses }, _found, auditRows) =>
    ctx.importInTurn(async () => {
      const collector = createCollector(await ctx.vault.unlock(), as);
      const chosen = readStatusChoices(statuses);
      // The whole file is read before anything is written: it is imported as a whole or not at all.
      const report = await reportOf(await openImport(file), chosen, collector.add);
      requireMeaning(report, as);
      const { batches, skipped } = collector.end();
      const counts = await ctx.db.transaction(async (tx) => {
        await lockImports(tx, ctx.storeId);
        await tx.batch(auditRows?.() ?? []);
        return writeBatches(tx, ctx.storeId, batches);
      });
      const { refused, refusedLines, openLine, encoding } = report;
      return { value: { ...counts, skipped, refused, refusedLines, openLine, encoding } };
    }),
});
