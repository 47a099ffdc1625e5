import { z } from 'zod';
import { invalidField, schemaMessage } from '../../../kernel/fields.ts';
import { isUuid } from '../../../kernel/id.ts';
import { mailAddress } from '../../../kernel/mail-address.ts';
import { message } from '../../../kernel/messages/message.ts';
import { operation } from '../../../kernel/operation.ts';
import { offsetOf, pageInput } from '../../../kernel/page.ts';
import { readOnlyTool } from '../../../kernel/tool-annotations.ts';
import { sentTo } from './history.schema.ts';
import { viewEntries } from './history.view.ts';
import { receivedStatusOf, recipientMac } from './recipients.rules.ts';
import { searchByRecipient } from './recipients.store.ts';

const MS_PER_DAY = 86_400_000;
const USUAL_DAYS = 90;
/** Deeper pages would scan everything ever sent to one address. */
const MAX_PAGE = 100;

const day = z.iso.date({ error: schemaMessage('must_be_day') }).optional();

export const searchHistory = operation({
  name: 'search_history_by_recipient',
  summary: 'Search history for emails to one exact address, newest first.',
  description:
    'Finds every email addressed to it, including skipped ones. Requires a key with recipient search, which an owner turns on. Each call counts toward the lookup budget and is recorded in the audit log, without the address.',
  access: 'read',
  // Results confirm who is a customer, and reveal to the holder of an API key whom masked addresses stand
  // for.
  permission: 'recipientSearch',
  budget: 'lookup',
  audited: true,
  // The address is in the body, so that it never appears in access logs.
  rest: [{ method: 'POST', path: '/history/search' }],
  app: [{ method: 'POST', path: '/history/search', role: 'editor' }],
  tool: {
    name: 'search_history_by_recipient',
    title: 'Search executions by recipient',
    annotations: readOnlyTool,
  },
  input: z.object({
    email: mailAddress('anna@example.com'),
    from: day.describe(`First day (UTC). Default: ${USUAL_DAYS} days before the last day.`),
    to: day.describe('Last day (UTC). Default: today.'),
    actionConfigId: z.string().optional().describe('ID of a layout.'),
    workflow: z.string().max(200).optional().describe('Name of a workflow, exactly as sent.'),
    page: pageInput.page.refine((page) => page <= MAX_PAGE, {
      error: schemaMessage('at_most', { most: MAX_PAGE }),
    }),
    limit: pageInput.limit,
  }),
  output: z.object({ items: z.array(sentTo), page: z.int(), limit: z.int(), hasMore: z.boolean() }),
  async run(ctx, { email, from, to, actionConfigId, workflow, ...request }) {
    const last = to === undefined ? ctx.now() : new Date(to);
    const first = from === undefined ? new Date(last.getTime() - USUAL_DAYS * MS_PER_DAY) : new Date(from);
    if (first > last) throw invalidField('from', message('not_after_to'));
    if (actionConfigId !== undefined && !isUuid(actionConfigId))
      return { value: { items: [], ...request, hasMore: false } };
    const search = {
      mac: recipientMac(await ctx.vault.unlock(), email),
      from: first,
      until: new Date(last.getTime() + MS_PER_DAY),
      actionConfigId: actionConfigId ?? null,
      workflow: workflow ?? null,
    };
    const { rows, hasMore } = await searchByRecipient(ctx.db, search, request.limit, offsetOf(request));
    const entries = await viewEntries(
      ctx,
      rows.map(({ isSkipped: _, deliveryState: __, ...row }) => row),
    );
    const items = rows.map((row, at) => ({
      ...(entries[at] as (typeof entries)[0]),
      received: receivedStatusOf(row),
    }));
    return { value: { items, ...request, hasMore } };
  },
});
