import { invalidField } from '../../../kernel/fields.ts';
import { message } from '../../../kernel/messages/message.ts';
import { operatorOperation } from '../../../kernel/operation.ts';
import { addressesIn, linesOf } from './address-lines.rules.ts';
import { knownAddress } from './addresses.rules.ts';
import { importedCounts, importInput, MAX_IMPORTED_LINES } from './unsubscribes.schema.ts';
import { insertUnsubscribes } from './unsubscribes.store.ts';

const AT_ONCE = 1000;

export const importUnsubscribes = operatorOperation({
  name: 'import_unsubscribes',
  summary: 'Unsubscribe a list of addresses: one per line, or CSV with a column `email` or `address`.',
  command: {
    words: ['unsubscribe', 'import'],
    store: 'flag',
    rest: { member: 'file', shown: 'FILE', as: 'stream' },
  },
  app: [{ method: 'POST', path: '/unsubscribes/import', role: 'editor' }],
  input: importInput,
  output: importedCounts,
  async run(ctx, { file }, _found, auditRows) {
    const vault = await ctx.vault.unlock();
    const counts = { imported: 0, known: 0, refused: 0 };
    let batch: string[] = [];
    let isTold = false;
    const insert = async () => {
      const addresses = batch.map((address) => knownAddress(vault, address));
      batch = [];
      // The audit entry is written with the first part; the others belong to the same import.
      const told = isTold ? [] : (auditRows?.() ?? []);
      isTold = true;
      const imported = await ctx.db.transaction(async (tx) => {
        await tx.batch(told);
        return insertUnsubscribes(tx, ctx.storeId, 'import', addresses);
      });
      counts.imported += imported;
      counts.known += addresses.length - imported;
    };
    let lines = 0;
    for await (const address of addressesIn(linesOf(file.chunks))) {
      if (++lines > MAX_IMPORTED_LINES)
        throw invalidField('FILE', message('too_many_lines', { max: MAX_IMPORTED_LINES }));
      if (address === null) counts.refused++;
      else if (batch.push(address) === AT_ONCE) await insert();
    }
    await insert();
    return { value: counts };
  },
});
