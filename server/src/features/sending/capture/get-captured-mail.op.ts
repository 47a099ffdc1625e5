import { z } from 'zod';
import { notFound } from '../../../kernel/error.ts';
import { existingId, idInput } from '../../../kernel/id.ts';
import { appOperation } from '../../../kernel/operation.ts';
import { capturedMailDetail } from './capture.schema.ts';
import { findCaptured } from './capture.store.ts';
import { capturedContents, capturedSealContext, capturedSummaries } from './captured-mail.ts';

export const getCapturedMail = appOperation({
  name: 'get_captured_mail',
  summary:
    'Get one mail of the capture mailbox, as its recipients would have got it, with secrets by their names.',
  app: [{ method: 'GET', path: '/captured-mails/:id', role: 'editor' }],
  input: z.object({ id: idInput('captured mail') }),
  output: capturedMailDetail,
  async find(ctx, path) {
    const row = await findCaptured(ctx.db, existingId(path['id'] ?? ''));
    if (!row) throw notFound();
    return row;
  },
  async run(ctx, _input, { summary, content, ...row }) {
    const vault = await ctx.vault.unlock();
    return {
      value: {
        ...row,
        ...capturedSummaries.read(vault.open(capturedSealContext(row.id, 'summary'), summary)),
        ...capturedContents.read(vault.open(capturedSealContext(row.id, 'content'), content)),
      },
    };
  },
});
