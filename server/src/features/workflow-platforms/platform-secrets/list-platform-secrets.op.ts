import { z } from 'zod';
import { id, time } from '../../../kernel/id.ts';
import { appOperation } from '../../../kernel/operation.ts';
import { pageOf, unpaged } from '../../../kernel/page.ts';
import { timesOfPlatformSecrets } from './platforms.store.ts';

export const listPlatformSecrets = appOperation({
  name: 'list_platform_secrets',
  summary: 'List when the secrets that work were made, newest first. No call returns a secret again.',
  app: [{ method: 'GET', path: '/platform-secrets', role: 'viewer' }],
  input: z.object({}),
  output: pageOf(z.object({ id, createdAt: time })),
  run: async ({ db }) => ({ value: unpaged(await timesOfPlatformSecrets(db)) }),
});
