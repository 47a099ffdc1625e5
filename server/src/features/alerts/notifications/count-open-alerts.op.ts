import { z } from 'zod';
import { appOperation } from '../../../kernel/operation.ts';
import { countOpen } from '../alerts/alerts.store.ts';
import { readChoices } from './choices.store.ts';

export const countOpenAlerts = appOperation({
  name: 'count_open_alerts',
  summary: 'Count the open alerts of the kinds that you chose to see in the app.',
  app: [{ method: 'GET', path: '/alerts/open', role: 'viewer' }],
  input: z.object({}),
  output: z.object({ open: z.int() }),
  async run({ db, actor, role }) {
    const { inApp } = await readChoices(db, actor.id, role);
    return { value: { open: await countOpen(db, inApp) } };
  },
});
