import { z } from 'zod';
import { operation } from '../../../kernel/operation.ts';
import { pageInput, pageOf, toPage } from '../../../kernel/page.ts';
import { readOnlyTool } from '../../../kernel/tool-annotations.ts';
import { alert, alertStates } from './alerts.schema.ts';
import { pageOfAlerts } from './alerts.store.ts';

export const listAlerts = operation({
  name: 'list_alerts',
  summary: 'List open alerts, and alerts closed in the last 90 days: open ones first, then the newest.',
  description:
    'An alert covers one cause, however many executions fail because of it. It shows what the failures have in common, how many there are, and when the first and the last occurred. It closes when the cause is resolved.',
  access: 'read',
  budget: 'request',
  rest: [{ method: 'GET', path: '/alerts' }],
  tool: { name: 'list_alerts', title: 'List alerts', toolset: 'alerts', annotations: readOnlyTool },
  input: z.object({ ...pageInput, state: z.enum(alertStates).optional().describe('Default: both.') }),
  output: pageOf(alert),
  async run(ctx, { state, ...request }) {
    const { rows, total } = await pageOfAlerts(ctx.db, request, state ?? null);
    return { value: toPage(request, rows, total) };
  },
});
