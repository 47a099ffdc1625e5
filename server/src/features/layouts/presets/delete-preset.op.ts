import { z } from 'zod';
import { etagOf, namesRevisions, staleError } from '../../../kernel/etag.ts';
import { id, idInput } from '../../../kernel/id.ts';
import { appOperation } from '../../../kernel/operation.ts';
import { deleteUnused } from '../../library/files/delete-unused.ts';
import { requirePreset } from './preset-document.ts';
import { deletePresetRow, findPreset, layoutsUsingPreset } from './presets.store.ts';

export const deletePreset = appOperation({
  name: 'delete_preset',
  summary: 'Delete an unused header, footer or part.',
  app: [{ method: 'DELETE', path: '/presets/:id', role: 'editor' }],
  input: z.object({ id: idInput('preset') }),
  output: z.object({ deleted: z.literal(true), id }),
  errorKinds: ['not_found', 'stale', 'conflict'],
  find: requirePreset,
  etagOf,
  async run(ctx, _input, found, auditRows) {
    const revision = namesRevisions(ctx.ifMatch) ? found.revision : null;
    const remove = async () => {
      const deleted = await deletePresetRow(ctx.db, found.id, revision, auditRows?.() ?? []);
      if (deleted === null && revision !== null && (await findPreset(ctx.db, found.id))) throw staleError();
      return deleted;
    };
    const id = await deleteUnused(remove, () => layoutsUsingPreset(ctx.db, found.id));
    return { value: { deleted: true as const, id } };
  },
});
