import { z } from 'zod';
import { operatorOperation } from '../../../kernel/operation.ts';
import { publicConnection } from './connection.ts';
import { connection } from './repository.schema.ts';

export const showRepository = operatorOperation({
  name: 'show_repository',
  summary: 'Show the connected repository and how it is doing.',
  command: { words: ['repository', 'show'], store: 'flag' },
  input: z.object({}),
  output: connection,
  async run(ctx) {
    return { value: await publicConnection(ctx.db) };
  },
});
