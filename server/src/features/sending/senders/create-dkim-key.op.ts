import { generateKeyPair } from 'node:crypto';
import { promisify } from 'node:util';
import { z } from 'zod';
import { OperationError } from '../../../kernel/error.ts';
import { message } from '../../../kernel/messages/message.ts';
import { operatorOperation } from '../../../kernel/operation.ts';
import { dkimRecord } from './dkim-record.ts';
import { saveDkimKey } from './find-sender.store.ts';
import { dkimSealContext } from './senders.rules.ts';
import { createDkimKeyInput } from './senders.schema.ts';

/** All verifiers accept RSA, but few Ed25519; 2048 bits fit into DNS easily. */
const KEY_BITS = 2048;
/** Runs in its own thread: finding the primes takes a tenth of a second, and occasionally much longer. */
const makeKeyPair = promisify(generateKeyPair);

export const createDkimKey = operatorOperation({
  name: 'create_dkim_key',
  summary: 'Create or replace the DKIM key that email from a domain is signed with.',
  description: 'Publish the DNS record before you send email; the private key never leaves the service.',
  command: { words: ['dkim', 'create'], store: 'flag' },
  app: [{ method: 'POST', path: '/dkim-keys', role: 'editor' }],
  input: createDkimKeyInput,
  output: z.object({ record: z.string(), type: z.literal('TXT'), value: z.string() }),
  target: ({ record }) => record,
  errorKinds: ['conflict'],
  atomic: true,
  async run(ctx, { domain, selector, replace }) {
    const { privateKey } = await makeKeyPair('rsa', {
      modulusLength: KEY_BITS,
      publicKeyEncoding: { type: 'spki', format: 'pem' },
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    });
    const vault = await ctx.vault.unlock();
    const sealed = vault.seal(dkimSealContext(domain), privateKey);
    const { storeId } = ctx;
    // Email is signed with a new key at once, so a stale page must not replace one that is already in DNS.
    if (!(await saveDkimKey(ctx.db, { storeId, domain, selector, privateKey: sealed, replaces: replace })))
      throw new OperationError('conflict', message('domain_has_key'));
    const { record, value } = dkimRecord(domain, selector, privateKey);
    return { value: { record, type: 'TXT' as const, value } };
  },
});
