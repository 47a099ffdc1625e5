import type { MailboxProvider } from '../../kernel/mailbox.ts';

/** Our registration at a provider, and the provider's addresses. */
export interface ProviderSettings {
  clientId: string;
  clientSecret: string;
  issuerUrl: string;
  apiUrl: string;
}

export interface SendRequest {
  path: string;
  contentType: string;
  body: string;
}

export interface Provider {
  /** The name used in messages. */
  name: string;
  scope: string;
  /** The scope that lets us send, however the provider spells it. */
  maySend: RegExp;
  /** Authorization parameters beyond those of every provider. */
  asked: Record<string, string>;
  /** Claims with the mailbox's address, the most reliable first. */
  addressClaims: readonly string[];
  /** The size limit of a whole message. */
  maxBytes: number;
  request(message: Buffer): SendRequest;
}

/** Above this size, Gmail requires an upload instead of JSON. */
const GMAIL_JSON_BYTES = 3_500_000;

export const providers: Record<MailboxProvider, Provider> = {
  google: {
    name: 'Google',
    scope: 'openid email https://www.googleapis.com/auth/gmail.send',
    maySend: /\/auth\/gmail\.send$/,
    // Google issues a refresh token only if it asks for consent again.
    asked: { access_type: 'offline', prompt: 'consent' },
    addressClaims: ['email'],
    maxBytes: 25_000_000,
    request: (message) =>
      message.length <= GMAIL_JSON_BYTES
        ? {
            path: '/gmail/v1/users/me/messages/send',
            contentType: 'application/json',
            body: JSON.stringify({ raw: message.toString('base64url') }),
          }
        : {
            path: '/upload/gmail/v1/users/me/messages/send?uploadType=media',
            contentType: 'message/rfc822',
            // The composed message is ASCII: everything else was encoded.
            body: message.toString('latin1'),
          },
  },
  microsoft: {
    name: 'Microsoft',
    scope: 'openid email offline_access https://graph.microsoft.com/Mail.Send',
    maySend: /(^|\/)mail\.send$/i,
    asked: { prompt: 'select_account' },
    // Some company accounts have a sign-in name and no other address.
    addressClaims: ['email', 'preferred_username'],
    // A request can have 4 MB, and base64 turns three bytes into four.
    maxBytes: 3_000_000,
    request: (message) => ({
      path: '/v1.0/me/sendMail',
      contentType: 'text/plain',
      body: message.toString('base64'),
    }),
  },
};
