import { z } from 'zod';
import { operation } from '../../../kernel/operation.ts';
import { pageInput, pageOf, searchInput, toPage } from '../../../kernel/page.ts';
import { readOnlyTool } from '../../../kernel/tool-annotations.ts';
import { smtpSender } from './senders.schema.ts';
import { pageOfSmtpSenders } from './senders.store.ts';

export const listSmtpSenders = operation({
  name: 'list_smtp_senders',
  summary: 'List SMTP senders, newest change first.',
  description: 'Shows whether a user name and a password are set; no call returns either.',
  access: 'read',
  budget: 'request',
  rest: [{ method: 'GET', path: '/smtp-configs' }],
  tool: { name: 'list_smtp_configs', title: 'List SMTP senders', annotations: readOnlyTool },
  input: z.object({ ...pageInput, ...searchInput('name, host and sending address') }),
  output: pageOf(smtpSender),
  async run(ctx, { q, ...request }) {
    const { rows, total } = await pageOfSmtpSenders(ctx.db, request, q);
    return { value: toPage(request, rows, total) };
  },
});
