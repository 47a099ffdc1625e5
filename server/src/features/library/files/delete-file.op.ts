import { z } from 'zod';
import { notFound } from '../../../kernel/error.ts';
import { operation } from '../../../kernel/operation.ts';
import { updatingTool } from '../../../kernel/tool-annotations.ts';
import { deleteUnused } from './delete-unused.ts';
import { deleteFileRow } from './deleted-files.store.ts';
import { isFileKey } from './file-keys.rules.ts';
import { deletedFile, fileKeyInput } from './files.schema.ts';
import { findFileUsers } from './files.store.ts';

export const deleteFile = operation({
  name: 'delete_file',
  summary: 'Delete an unused file.',
  description:
    'Deletes the file immediately; it comes back only if someone restores a version or a deleted layout that uses it. A file that a layout, a preset or the settings use is not deleted; the error names what uses it.',
  access: 'write',
  budget: 'request',
  rest: [{ method: 'DELETE', path: '/files' }],
  tool: { name: 'delete_file', title: 'Delete an uploaded file', annotations: updatingTool },
  input: z.object({ key: fileKeyInput }),
  output: deletedFile,
  target: ({ key }) => key,
  errorKinds: ['not_found', 'conflict'],
  async run(ctx, input, _found, auditRows) {
    if (!isFileKey(input.key)) throw notFound();
    const { key } = input;
    const { isKept } = await deleteUnused(
      () => deleteFileRow(ctx.db, key, auditRows?.(input) ?? []),
      async () => (await findFileUsers(ctx.db, [key])).get(key) ?? [],
    );
    // Bytes without a row are unused. If they remain, maintenance removes them.
    if (!isKept) await ctx.files.remove(key).catch(() => undefined);
    return { value: { deleted: true as const, key } };
  },
});
