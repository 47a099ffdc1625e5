import { appOperation } from '../../../kernel/operation.ts';
import { choices, choicesInput } from './choices.schema.ts';
import { putChoices, readChoices } from './choices.store.ts';

export const setAlertChoices = appOperation({
  name: 'set_alert_choices',
  summary: 'Choose of which kinds of alerts of the store one is told, and how.',
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
