import { z } from 'zod';
import { operation } from '../../../kernel/operation.ts';
import { pageInput, pageOf, searchInput, toPage } from '../../../kernel/page.ts';
import { readOnlyTool } from '../../../kernel/tool-annotations.ts';
import { mailbox } from './senders.schema.ts';
import { pageOfMailboxes } from './senders.store.ts';

export const listMailboxes = operation({
  name: 'list_mailboxes',
  summary: 'List connected Google and Microsoft mailboxes, newest change first.',
  description: 'Addresses are masked; no call returns a login token.',
  access: 'read',
  budget: 'request',
  rest: [{ method: 'GET', path: '/senders' }],
  tool: { name: 'list_senders', title: 'List connected mailboxes', annotations: readOnlyTool },
  input: z.object({ ...pageInput, ...searchInput('the masked address') }),
  output: pageOf(mailbox),
  async run(ctx, { q, ...request }) {
    const { rows, total } = await pageOfMailboxes(ctx.db, request, q);
    return { value: toPage(request, rows, total) };
  },
});
