import { z } from 'zod';
import { appOperation } from '../../../kernel/operation.ts';
import { choices, choicesInput } from './choices.schema.ts';
import { putChoices, readChoices } from './choices.store.ts';

export const getAlertChoices = appOperation({
  name: 'get_alert_choices',
  summary: 'Get the kinds of alerts that you are notified of, and how.',
  app: [{ method: 'GET', path: '/alert-choices', role: 'viewer' }],
  input: z.object({}),
  output: choices,
  run: async ({ db, actor, role }) => ({ value: await readChoices(db, actor.id, role) }),
});

export const setAlertChoices = appOperation({
  name: 'set_alert_choices',
  summary: 'Choose which kinds of alerts you are notified of, and how.',
  app: [{ method: 'PUT', path: '/alert-choices', role: 'viewer' }],
  input: choicesInput,
  output: choices,
  atomic: true,
  async run(ctx, chosen) {
    const { actor, role, storeId } = ctx;
    return {
      value: await ctx.db.transaction(async (tx) => {
        await putChoices(tx, storeId, actor.id, chosen);
        return readChoices(tx, actor.id, role);
      }),
    };
  },
});
