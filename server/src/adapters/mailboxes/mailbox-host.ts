import {
  MailboxError,
  type MailboxHost,
  type MailboxMail,
  type MailboxProvider,
  mailboxProviders,
} from '../../kernel/mailbox.ts';
import { type Message, message } from '../../kernel/messages/message.ts';
import type { OutboundClient, OutboundForStores } from '../../kernel/outbound.ts';
import { deliveryResultOf, failedDelivery } from './answers.ts';
import { Issuer } from './issuer.ts';
import { type ProviderSettings, providers } from './providers.ts';

interface MailboxHostOptions {
  /** Our registrations at the providers; null where the operator has none. */
  settings: Record<MailboxProvider, ProviderSettings | null>;
  /** The URL that providers redirect people to. */
  redirectUrl: string;
  outbound: OutboundClient & OutboundForStores;
  /** The same composer as for mail servers. */
  compose(mail: MailboxMail): Promise<{ pieces: Buffer[]; size: number } | { unsendable: Message }>;
}

class AbortedError extends Error {}

/** Implements the mailbox port with Google and Microsoft. Does not retry: callers decide when to retry. */
export function createMailboxHost(options: MailboxHostOptions): MailboxHost {
  const { settings, redirectUrl, outbound, compose } = options;
  const issuers = new Map(
    mailboxProviders.flatMap((each) => {
      const own = settings[each];
      if (!own) return [];
      return [
        [each, new Issuer({ provider: providers[each], settings: own, redirectUrl, outbound })] as const,
      ];
    }),
  );

  function issuerOf(provider: MailboxProvider): Issuer {
    const issuer = issuers.get(provider);
    if (!issuer) throw providerNotSetUpError(provider);
    return issuer;
  }

  return {
    isSetUp: (provider) => issuers.has(provider),
    begin: async (provider, state) => issuerOf(provider).begin(state),
    finish: async (provider, answer, proof) => issuerOf(provider).finish(answer, proof),
    refresh: async (provider, refreshToken) => issuerOf(provider).refresh(refreshToken),

    async send(provider, accessToken, mail, { storeId, beforeData, timeoutMs }) {
      const { name, maxBytes, request } = providers[provider];
      const apiUrl = settings[provider]?.apiUrl;
      if (apiUrl === undefined) return failedDelivery(providerNotSetUpError(provider).said, true);
      const composed = await compose(mail);
      if ('unsendable' in composed) return failedDelivery(composed.unsendable, false);
      if (composed.size > maxBytes) return { state: 'too_large', maxBytes };
      const { path, contentType, body } = request(Buffer.concat(composed.pieces));
      try {
        const outcome = await outbound.forStore(storeId).send({
          method: 'POST',
          url: apiUrl + path,
          headers: {
            authorization: `Bearer ${accessToken}`,
            'content-type': contentType,
            accept: 'application/json',
          },
          body,
          timeoutMs,
          beforeSend: async () => {
            if (!(await beforeData())) throw new AbortedError();
          },
        });
        return deliveryResultOf(name, outcome, accessToken);
      } catch (error) {
        if (error instanceof AbortedError) return failedDelivery(message('email_canceled'), false);
        throw error;
      }
    },
  };
}

const providerNotSetUpError = (provider: MailboxProvider) =>
  new MailboxError('away', message('provider_not_set_up', { name: providers[provider].name }));
