import { z } from 'zod';
import { operation } from '../../../kernel/operation.ts';
import { pageInput, pageOf, toPage } from '../../../kernel/page.ts';
import { reading } from '../../../kernel/tool-annotations.ts';
import { alert, alertStates } from './alerts.schema.ts';
import { pageOfAlerts } from './alerts.store.ts';

export const listAlerts = operation({
  name: 'list_alerts',
  summary:
    'List what is wrong in the store, and what was within 90 days: open alerts first, then the newest.',
  description:
    'One alert is one cause, however many executions it fails: it says what they have in common, how many there are, and the first and the last. It is closed when the cause is over.',
  access: 'read',
  budget: 'request',
  rest: [{ method: 'GET', path: '/alerts' }],
  tool: { name: 'list_alerts', title: 'List alerts', toolset: 'alerts', annotations: reading },
  input: z.object({ ...pageInput, state: z.enum(alertStates).optional().describe('Both unless given.') }),
  output: pageOf(alert),
  async run(ctx, { state, ...request }) {
    const { rows, total } = await pageOfAlerts(ctx.db, request, state ?? null);
    return { value: toPage(request, rows, total) };
  },
});
