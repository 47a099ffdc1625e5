import { z } from 'zod';
import { mailboxProviders } from '../../../kernel/mailbox.ts';
import { appOperation } from '../../../kernel/operation.ts';
import { providerState } from './mailboxes.schema.ts';

export const listMailboxProviders = appOperation({
  name: 'list_mailbox_providers',
  summary: 'List the providers whose mailboxes can be connected, and whether each is set up here.',
  app: [{ method: 'GET', path: '/mailbox-providers', role: 'viewer' }],
  input: z.object({}),
  output: z.object({ items: z.array(providerState) }),
  async run(ctx) {
    const items = mailboxProviders.map((provider) => ({
      provider,
      isSetUp: ctx.mailboxes.isSetUp(provider),
    }));
    return { value: { items } };
  },
});
