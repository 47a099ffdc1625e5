import { generateKeyPairSync } from 'node:crypto';
import { z } from 'zod';
import { operatorOperation } from '../../kernel/operation.ts';
import { saveDkimKey } from './find-sender.store.ts';
import { dkimPlace } from './senders.rules.ts';
import { createDkimKeyInput } from './senders.schema.ts';

/** Verifiers take RSA everywhere and Ed25519 in few places; DNS holds 2048 bits without trouble. */
const KEY_BITS = 2048;

const publicPart = (key: string) => key.replace(/-----[^-]+-----|\s/g, '');

export const createDkimKey = operatorOperation({
  name: 'create_dkim_key',
  summary: 'Make the key that mail of a domain is signed with (DKIM), or a new one in its place.',
  description: 'Put the record into DNS before mail is sent; the private key never leaves.',
  command: { words: ['dkim', 'create'], store: 'flag' },
  app: [{ method: 'POST', path: '/dkim-keys', role: 'editor' }],
  input: createDkimKeyInput,
  output: z.object({ record: z.string(), type: z.literal('TXT'), value: z.string() }),
  target: ({ record }) => record,
  async run(ctx, { domain: given, selector }) {
    const domain = given.toLowerCase();
    const { publicKey, privateKey } = generateKeyPairSync('rsa', {
      modulusLength: KEY_BITS,
      publicKeyEncoding: { type: 'spki', format: 'pem' },
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    });
    const vault = await ctx.vault.unlock();
    await saveDkimKey(ctx.db, ctx.storeId, domain, selector, vault.seal(dkimPlace(domain), privateKey));
    return {
      value: {
        record: `${selector}._domainkey.${domain}`,
        type: 'TXT' as const,
        value: `v=DKIM1; k=rsa; p=${publicPart(publicKey)}`,
      },
    };
  },
});
