import { z } from 'zod';
import { notFound } from '../../../kernel/error.ts';
import { appOperation } from '../../../kernel/operation.ts';
import { pageOf, toPage } from '../../../kernel/page.ts';
import { deletedFileView, listDeletedFilesInput } from './deleted-files.schema.ts';
import {
  endDeletedFile,
  findVersionUsers,
  noVersionUsers,
  pageOfDeletedFiles,
} from './deleted-files.store.ts';
import { isFileKey } from './file-keys.rules.ts';
import { deletedFile, fileKeyInput } from './files.schema.ts';

export const listDeletedFiles = appOperation({
  name: 'list_deleted_files',
  summary: 'List deleted files that versions still use, most recently deleted first.',
  app: [{ method: 'GET', path: '/deleted-files', role: 'viewer' }],
  input: listDeletedFilesInput,
  output: pageOf(deletedFileView),
  async run(ctx, { q, ...request }) {
    const { rows, total } = await pageOfDeletedFiles(ctx.db, request, q);
    const users = await findVersionUsers(
      ctx.db,
      rows.map(({ key }) => key),
    );
    const items = rows.map((row) => ({ ...row, ...(users.get(row.key) ?? noVersionUsers()) }));
    return { value: toPage(request, items, total) };
  },
});

/** Versions that use it can no longer be restored with it (contract: Senders, secrets, files 15). */
export const endDeletedFileNow = appOperation({
  name: 'delete_file_permanently',
  summary: 'Permanently delete a deleted file that versions still use.',
  app: [{ method: 'DELETE', path: '/deleted-files', role: 'editor' }],
  input: z.object({ key: fileKeyInput }),
  output: deletedFile,
  target: ({ key }) => key,
  errorKinds: ['not_found'],
  async run(ctx, input, _found, auditRows) {
    const { key } = input;
    if (!isFileKey(key)) throw notFound();
    await ctx.db.transaction(async (tx) => {
      if (!(await endDeletedFile(tx, key))) throw notFound();
      await tx.batch(auditRows?.(input) ?? []);
    });
    // Bytes without a row are unused. If they remain, maintenance removes them.
    await ctx.files.remove(key).catch(() => undefined);
    return { value: { deleted: true as const, key } };
  },
});
