import { z } from 'zod';
import { requiredText, text } from '../../../kernel/fields.ts';
import { mailboxProviders } from '../../../kernel/mailbox.ts';
import { mailbox } from '../senders/senders.schema.ts';

export const provider = z.enum(mailboxProviders);

/** The query parameters that a provider redirects back with. */
export const mailboxAnswer = z.object({
  state: requiredText(200),
  code: text(8000).optional(),
  error: text(200).optional(),
  iss: text(500).optional(),
});

export const connectedMailbox = mailbox.extend({
  renewed: z.boolean().describe('Whether the mailbox was already connected.'),
});

export const providerState = z.object({
  provider,
  isSetUp: z.boolean().describe('Whether the operator of this service has registered it with the provider.'),
});

export type ProviderState = z.output<typeof providerState>;
export type ConnectedMailbox = z.output<typeof connectedMailbox>;
