import { z } from 'zod';
import { appOperation } from '../../../kernel/operation.ts';
import { findSecretUsers } from './secret-usage.store.ts';
import { secretUsage } from './secrets.schema.ts';

export const listSecretUsage = appOperation({
  name: 'list_secret_usage',
  summary: 'List what uses each secret.',
  app: [{ method: 'GET', path: '/secrets/usage', role: 'viewer' }],
  input: z.object({}),
  output: secretUsage,
  run: async ({ db }) => ({ value: { usedBy: Object.fromEntries(await findSecretUsers(db, null)) } }),
});
