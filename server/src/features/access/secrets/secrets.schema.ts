import { z } from 'zod';
import { clearableText, issueOf, schemaMessage, text } from '../../../kernel/fields.ts';
import { readHostPattern } from '../../../kernel/host-pattern.ts';
import { time } from '../../../kernel/id.ts';
import { nameSchema } from '../../../kernel/named-schema.ts';

/** A name must work in `{{ secrets.NAME }}`, so it is limited to what Liquid can read after a dot. */
export const secretName = z.string().regex(/^[A-Za-z_][A-Za-z0-9_]{0,99}$/, {
  error: schemaMessage('must_be_secret_name'),
});

/** The secrets of a store. */
export const MAX_SECRETS = 1000;

const MAX_VALUE = 16_384;
export const secretValue = text(MAX_VALUE);
export const secretDescription = clearableText(2000);

export const MAX_HOSTS = 20;

/**
 * A host pattern in its stored form; an error names the invalid one (contract: Senders, secrets, files 10).
 */
const hostPattern = z
  .string()
  .max(300)
  .transform((written, { addIssue }) => {
    const read = readHostPattern(written);
    if ('pattern' in read) return read.pattern;
    addIssue(issueOf(read.reason));
    return z.NEVER;
  });

const unique = (patterns: readonly string[]) => [...new Set(patterns)];

export const hostPatterns = z.array(hostPattern).max(MAX_HOSTS).transform(unique);

/** Where a secret may go, as people set it in the app. */
export const permissionInput = {
  hosts: hostPatterns
    .nullable()
    .describe(
      'Hosts that requests may send it to: `api.example.com`, `*.example.com` for subdomains, each with an optional `:port`. `null`: any host.',
    ),
  allowInEmail: z.boolean().describe('Whether delivered emails may contain it.'),
};

/** The read view: never the value (spec: What the service does 4) (contract: Senders, secrets, files 3). */
export const secret = z.object({
  name: z.string(),
  description: z.string(),
  hasValue: z.boolean(),
  hosts: z
    .array(z.string())
    .nullable()
    .describe('Patterns of hosts that requests may send it to. `null`: any host.'),
  allowInEmail: z.boolean().describe('Whether delivered emails may contain it.'),
  updatedAt: time,
});
nameSchema('Secret', secret);

export type SecretView = z.output<typeof secret>;

const secretUser = z.object({
  type: z.enum(['layout', 'preset', 'request', 'settings']),
  id: z.string().describe('ID of the layout, preset or request; for a setting, its name.'),
  name: z.string(),
});

export type SecretUser = z.output<typeof secretUser>;

export const secretUsage = z.object({
  usedBy: z.record(z.string(), z.array(secretUser)).describe('Keyed by the name of the secret.'),
  hosts: z
    .record(z.string(), z.array(z.string()))
    .describe('Hosts of the requests that use it, keyed by the name of the secret.'),
});
