import { z } from 'zod';
import { appOperation } from '../../../kernel/operation.ts';
import { connectionOrNull } from './connection.ts';
import { connection } from './repository.schema.ts';

export const getRepository = appOperation({
  name: 'get_repository',
  summary: 'Get the connected repository and how it is doing, if there is one.',
  app: [{ method: 'GET', path: '/repository', role: 'viewer' }],
  input: z.object({}),
  output: z.object({ connection: connection.nullable() }),
  run: async ({ db }) => ({ value: { connection: await connectionOrNull(db) } }),
});
