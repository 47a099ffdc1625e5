import type { CustomFetch } from 'openid-client';
import { MailboxError } from '../../kernel/mailbox.ts';
import { message } from '../../kernel/messages/message.ts';
import type { OutboundClient, OutboundRequest } from '../../kernel/outbound.ts';

const ASK_MS = 10_000;
/** Headers about how the body travelled; it has arrived and is decoded. */
const TRAVEL = new Set(['content-encoding', 'content-length', 'transfer-encoding', 'connection']);

/** `fetch` for the OpenID library, through the guarded outbound client. */
export const guardedFetch =
  (outbound: OutboundClient, name: string): CustomFetch =>
  async (url, { method, headers, body }) => {
    const outcome = await outbound.send({
      method: method as OutboundRequest['method'],
      url,
      headers,
      body: body === undefined || body === null ? null : String(body),
      timeoutMs: ASK_MS,
    });
    if (outcome.kind === 'failed') throw new MailboxError('away', outcome.sentence);
    if (outcome.status >= 500)
      throw new MailboxError('away', message('host_answered', { host: name, status: outcome.status }));
    const kept = Object.entries(outcome.headers).filter(([name]) => !TRAVEL.has(name));
    return new Response(outcome.body === '' ? null : outcome.body, { status: outcome.status, headers: kept });
  };
