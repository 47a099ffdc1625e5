import { z } from 'zod';
import { operatorOperation } from '../../../kernel/operation.ts';

export const listUsers = operatorOperation({
  name: 'list_users',
  summary: 'Print everyone who can sign in, oldest account first.',
  command: {
    words: ['user', 'list'],
    store: 'none',
    table: {
      member: 'users',
      columns: ['id', 'name', 'email', 'proven', 'suspended', 'createdAt'],
      format: 'csv',
    },
  },
  input: z.object({}),
  output: z.object({ users: z.unknown() }),
  run: async ({ people }) => ({ value: { users: people.list() } }),
});
