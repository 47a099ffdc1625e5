import { z } from 'zod';
import { notFound, Refusal } from '../../kernel/error.ts';
import { operation } from '../../kernel/operation.ts';
import type { Queries } from '../../kernel/ports.ts';
import { changing } from '../../kernel/tool.ts';
import { isFileKey } from './file-keys.rules.ts';
import { deletedFile, fileKeyInput } from './files.schema.ts';
import { deleteFileRow, usersOfFiles } from './files.store.ts';
import { inUseBy } from './files.view.ts';

/** Users may go while they are looked for; then nothing is in the way any more. */
const TRIES = 3;

async function deleteUnused(db: Queries, key: string): Promise<string> {
  for (let i = 0; i < TRIES; i++) {
    const deleted = await deleteFileRow(db, key);
    if (deleted === null) throw notFound();
    if (deleted !== 'in use') return deleted;
    const users = (await usersOfFiles(db, [key])).get(key) ?? [];
    if (users.length > 0) throw new Refusal('conflict', inUseBy(users));
  }
  throw new Refusal('conflict', 'in use by what is being saved at this moment; try again');
}

export const deleteFile = operation({
  name: 'delete_file',
  summary: 'Delete a file that nothing uses.',
  description:
    'At once and for good. A file that a layout, a shared header or footer or the settings use is kept, and the refusal names what uses it.',
  access: 'write',
  budget: 'request',
  rest: [{ method: 'DELETE', path: '/files' }],
  tool: { name: 'delete_file', title: 'Delete an uploaded file', annotations: changing },
  input: z.object({ key: fileKeyInput }),
  output: deletedFile,
  refusals: ['not_found', 'conflict'],
  async run(ctx, input) {
    if (!isFileKey(input.key)) throw notFound();
    const key = await deleteUnused(ctx.db, input.key);
    // The row is what made it a file. If its bytes stay behind, maintenance takes them away.
    await ctx.files.remove(key).catch(() => undefined);
    return { value: { deleted: true as const, key } };
  },
});
