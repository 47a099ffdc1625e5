import { z } from 'zod';
import { appOperation } from '../../../kernel/operation.ts';
import { pageInput, pageOf, toPage } from '../../../kernel/page.ts';
import { capturedMail } from './capture.schema.ts';
import { pageOfCaptured } from './capture.store.ts';
import { capturedSealContext, capturedSummaries } from './captured-mail.ts';

export const listCapturedMails = appOperation({
  name: 'list_captured_mails',
  summary: 'List the mails of the capture mailbox, newest first.',
  description: 'Mails that were captured instead of sent: for a week, and the newest 500.',
  app: [{ method: 'GET', path: '/captured-mails', role: 'editor' }],
  input: z.object(pageInput),
  output: pageOf(capturedMail),
  async run(ctx, request) {
    const { rows, total } = await pageOfCaptured(ctx.db, request);
    const vault = await ctx.vault.unlock();
    const items = rows.map(({ summary, ...row }) => ({
      ...row,
      ...capturedSummaries.read(vault.open(capturedSealContext(row.id, 'summary'), summary)),
    }));
    return { value: toPage(request, items, total) };
  },
});
