import { z } from 'zod';
import { message, textOf } from '../../../kernel/messages/message.ts';
import { operatorOperation } from '../../../kernel/operation.ts';
import { hostPatterns, secretDescription, secretName, secretValue } from './secrets.schema.ts';
import { requireRoomForSecret, setSecretRow } from './secrets.store.ts';

/** Lifts the restriction to certain hosts; no URL leads to a host of this name. */
const ANY = 'any';
const yesOrNo = z.enum(['yes', 'no']);

/**
 * Scripts for earlier releases pass neither hosts nor emails: their secrets remain unrestricted, with a
 * warning.
 */
export const setSecret = operatorOperation({
  name: 'set_secret',
  summary: 'Set a secret. The value is read from standard input; empty input removes the stored value.',
  description:
    'Repeat `--host` for each host that the secret may be sent to. Without `--host` or `--email`, an existing secret keeps its permissions, and a new one may be sent to any host and in emails.',
  command: { words: ['secret', 'set'], store: 'flag', stdin: 'value' },
  input: z.object({
    name: secretName,
    value: secretValue,
    description: secretDescription.optional(),
    host: hostPatterns
      .optional()
      .describe(
        'A host that requests may send it to, such as `api.example.com` or `*.example.com:8443`, or `any`.',
      ),
    email: yesOrNo.optional().describe('Whether delivered emails may contain it.'),
  }),
  output: z.object({ name: z.string(), hasValue: z.boolean(), warnings: z.array(z.string()).optional() }),
  target: ({ name }) => name,
  atomic: true,
  async run(ctx, { name, value, description, host, email }) {
    await requireRoomForSecret(ctx.db, name);
    const vault = await ctx.vault.unlock();
    const sealed = value === '' ? null : vault.seal({ table: 'secrets', name }, value);
    const { hosts, allowInEmail } = await setSecretRow(ctx.db, {
      ...{ storeId: ctx.storeId, name, description, sealed },
      ...(host && { hosts: host.includes(ANY) ? null : host }),
      ...(email && { allowInEmail: email === 'yes' }),
    });
    const warnings = [
      ...(hosts === null && host === undefined ? [message('secret_open_to_hosts')] : []),
      ...(allowInEmail && email === undefined ? [message('secret_open_to_emails')] : []),
    ];
    return {
      value: {
        ...{ name, hasValue: sealed !== null },
        ...(warnings.length > 0 && { warnings: warnings.map(textOf) }),
      },
    };
  },
});
