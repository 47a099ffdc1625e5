import { z } from 'zod';
import { operatorOperation } from '../../../kernel/operation.ts';
import { notConnected } from './connection.ts';
import { deleteConnection } from './repository.store.ts';

export const disconnectRepository = operatorOperation({
  name: 'disconnect_repository',
  summary:
    'Disconnect the repository. Its content is kept; the token and the versions waiting to be committed are deleted.',
  command: { words: ['repository', 'disconnect'], store: 'flag' },
  app: [{ method: 'DELETE', path: '/repository', role: 'owner' }],
  input: z.object({}),
  output: z.object({ disconnected: z.literal(true) }),
  atomic: true,
  async run(ctx) {
    if (!(await deleteConnection(ctx.db))) throw notConnected();
    return { value: { disconnected: true as const } };
  },
});
