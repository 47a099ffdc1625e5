import { z } from 'zod';
import { notFound } from '../../../kernel/error.ts';
import { existingId, idInput } from '../../../kernel/id.ts';
import { appOperation } from '../../../kernel/operation.ts';
import { pageInput, pageOf, toPage } from '../../../kernel/page.ts';
import { capturedMail, capturedMailDetail } from './capture.schema.ts';
import { emptyMailbox, findCaptured, pageOfCaptured } from './capture.store.ts';
import { capturedContents, capturedSealContext, capturedSummaries } from './captured-mail.ts';

export const listCapturedEmails = appOperation({
  name: 'list_captured_mails',
  summary: 'List the emails in the test inbox, newest first.',
  description: 'Emails are kept for a week, at most the newest 500.',
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

export const getCapturedMail = appOperation({
  name: 'get_captured_mail',
  summary:
    'Get an email from the test inbox as its recipients would have received it, with the names of secrets instead of their values.',
  app: [{ method: 'GET', path: '/captured-mails/:id', role: 'editor' }],
  input: z.object({ id: idInput('captured email') }),
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

export const emptyCaptureMailbox = appOperation({
  name: 'empty_capture_mailbox',
  summary: 'Delete all emails in the test inbox. History entries are kept.',
  app: [{ method: 'DELETE', path: '/captured-mails', role: 'editor' }],
  input: z.object({}),
  output: z.object({ deleted: z.literal(true), mails: z.int().describe('How many emails were deleted.') }),
  atomic: true,
  run: async ({ db }) => ({ value: { deleted: true as const, mails: await emptyMailbox(db) } }),
});
