import { z } from 'zod';
import { notFound } from '../../../kernel/error.ts';
import { existingId, id, idInput } from '../../../kernel/id.ts';
import { operatorOperation } from '../../../kernel/operation.ts';
import { level } from './keys.schema.ts';
import { setKeyLevelRow } from './keys.store.ts';

export const setKeyLevel = operatorOperation({
  name: 'set_key_level',
  summary: "Change an API key's level. Every process knows it within a second.",
  command: { words: ['key', 'set-level'], store: 'of-key' },
  app: [{ method: 'PATCH', path: '/keys/:id', role: 'owner' }],
  stepUp: true,
  input: z.object({ id: idInput('key'), level }),
  output: z.object({ id, level }),
  atomic: true,
  async run(ctx, { id: sent, level }) {
    const id = existingId(sent);
    if (!(await setKeyLevelRow(ctx.db, id, level))) throw notFound();
    return { value: { id, level } };
  },
});
