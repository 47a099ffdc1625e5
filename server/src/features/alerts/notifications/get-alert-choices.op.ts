import { z } from 'zod';
import { appOperation } from '../../../kernel/operation.ts';
import { choices } from './choices.schema.ts';
import { readChoices } from './choices.store.ts';

export const getAlertChoices = appOperation({
  name: 'get_alert_choices',
  summary: 'Of which kinds of alerts of the store the person is told, and how.',
  app: [{ method: 'GET', path: '/alert-choices', role: 'viewer' }],
  input: z.object({}),
  output: choices,
  run: async ({ db, actor, role }) => ({ value: await readChoices(db, actor.id, role) }),
});
