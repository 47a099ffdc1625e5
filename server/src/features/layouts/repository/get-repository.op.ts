import { z } from 'zod';
import { appOperation, operatorOperation } from '../../../kernel/operation.ts';
import { connectionOrNull, publicConnection } from './connection.ts';
import { connection } from './repository.schema.ts';

export const getRepository = appOperation({
  name: 'get_repository',
  summary: 'Get the connected repository and its status.',
  app: [{ method: 'GET', path: '/repository', role: 'viewer' }],
  input: z.object({}),
  output: z.object({ connection: connection.nullable() }),
  run: async ({ db }) => ({ value: { connection: await connectionOrNull(db) } }),
});

export const showRepository = operatorOperation({
  name: 'show_repository',
  summary: 'Show the connected repository and its status.',
  command: { words: ['repository', 'show'], store: 'flag' },
  input: z.object({}),
  output: connection,
  async run(ctx) {
    return { value: await publicConnection(ctx.db) };
  },
});
