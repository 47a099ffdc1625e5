import { z } from 'zod';
import { notFound } from '../../../kernel/error.ts';
import { appOperation } from '../../../kernel/operation.ts';
import { secretDescription } from './secrets.schema.ts';
import { describeSecretRow } from './secrets.store.ts';

export const describeSecret = appOperation({
  name: 'describe_secret',
  summary: 'Change the description of a secret; its value stays.',
  app: [{ method: 'PATCH', path: '/secrets/:name', role: 'editor' }],
  input: z.object({ name: z.string(), description: secretDescription }),
  output: z.object({ name: z.string() }),
  target: ({ name }) => name,
  refusals: ['not_found'],
  atomic: true,
  async run(ctx, { name, description }) {
    if (!(await describeSecretRow(ctx.db, name, description))) throw notFound();
    return { value: { name } };
  },
});
