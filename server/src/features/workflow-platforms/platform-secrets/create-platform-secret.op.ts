import { z } from 'zod';
import { operatorOperation } from '../../../kernel/operation.ts';
import { insertPlatformSecret } from './platforms.store.ts';
import { secretSealContext } from './secret-seal-context.rules.ts';

const SECRET_BYTES = 32;

export const createPlatformSecret = operatorOperation({
  name: 'create_platform_secret',
  summary:
    'Make a secret for a workflow platform to sign its calls with. It is shown once; the last two work.',
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
