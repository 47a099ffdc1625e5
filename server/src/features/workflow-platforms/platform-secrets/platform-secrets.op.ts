import { z } from 'zod';
import { id, time } from '../../../kernel/id.ts';
import { appOperation, operatorOperation } from '../../../kernel/operation.ts';
import { pageOf, singlePage } from '../../../kernel/page.ts';
import { insertPlatformSecret, secretSealContext, timesOfPlatformSecrets } from './platforms.store.ts';

const SECRET_BYTES = 32;

export const createPlatformSecret = operatorOperation({
  name: 'create_platform_secret',
  summary:
    'Create a secret for a workflow platform to sign its calls with. It is shown only once; the newest two work.',
  command: { words: ['platform', 'secret'], store: 'flag' },
  app: [{ method: 'POST', path: '/platform-secrets', role: 'owner' }],
  stepUp: true,
  input: z.object({}),
  output: z.object({ secret: z.string() }),
  atomic: true,
  async run(ctx) {
    // The format that Standard Webhooks libraries expect.
    const secret = `whsec_${ctx.randomBytes(SECRET_BYTES).toString('base64')}`;
    const id = ctx.newId();
    const vault = await ctx.vault.unlock();
    const sealed = vault.seal(secretSealContext(id), secret);
    await ctx.db.transaction((tx) => insertPlatformSecret(tx, ctx.storeId, { id, secret: sealed }));
    return { value: { secret } };
  },
});

export const listPlatformSecrets = appOperation({
  name: 'list_platform_secrets',
  summary:
    'List when the active platform secrets were created, newest first. No call returns a secret again.',
  app: [{ method: 'GET', path: '/platform-secrets', role: 'viewer' }],
  input: z.object({}),
  output: pageOf(z.object({ id, createdAt: time })),
  run: async ({ db }) => ({ value: singlePage(await timesOfPlatformSecrets(db)) }),
});
