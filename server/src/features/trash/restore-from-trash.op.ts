import { z } from 'zod';
import { idInput } from '../../kernel/id.ts';
import { appOperation } from '../../kernel/operation.ts';
import { bringBackHttpRequest } from '../http-requests/trash-http-request.ts';
import { bringBackLayout } from '../layouts/trash/trash-layout.ts';
import { broughtBack } from '../records/trash/trash.schema.ts';
import { requireTrash } from './require-trash.ts';

export const restoreFromTrash = appOperation({
  name: 'restore_from_trash',
  summary: 'Bring a deleted layout or HTTP request back under its id.',
  app: [{ method: 'POST', path: '/trash/:id/restore', role: 'editor' }],
  input: z.object({ id: idInput('layout or HTTP request') }),
  output: broughtBack,
  find: requireTrash,
  async run(ctx, _input, item, auditRows) {
    const { id, kind, name } = item;
    const said = { restored: true as const, id, kind, name };
    if (kind === 'layout') return { value: { ...said, lost: await bringBackLayout(ctx, item, auditRows) } };
    await bringBackHttpRequest(ctx, item, auditRows);
    return { value: { ...said, lost: [] } };
  },
});
