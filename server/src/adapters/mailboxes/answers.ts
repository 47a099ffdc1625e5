import type { FailedDelivery } from '../../kernel/mail.ts';
import type { MailboxDeliveryResult } from '../../kernel/mailbox.ts';
import { type Message, message } from '../../kernel/messages/message.ts';
import type { OutboundFailure, OutboundOutcome } from '../../kernel/outbound.ts';

export const failedDelivery = (
  sentence: Message,
  again: boolean,
  waitMs: number | null = null,
): FailedDelivery => ({
  state: 'failed',
  sentence,
  again,
  recipientRefused: false,
  ...(waitMs !== null && { waitMs }),
});

const LONGEST_WAIT_MS = 12 * 3600 * 1000;
const MAX_MESSAGE_LENGTH = 200;
/** A wrong name, address or port remains wrong until someone fixes it. */
const LASTING = new Set<OutboundFailure['reason']>(['malformed', 'forbidden', 'tls']);
/** Gmail returns 403 both for missing permission and for too many requests. */
const TOO_OFTEN = /^(rateLimitExceeded|userRateLimitExceeded|dailyLimitExceeded|quotaExceeded)$/;

interface ProviderMessage {
  message: string;
  reasons: string[];
}

/** Google and Microsoft both return `{ error: { message, … } }`. */
function readError(body: string): ProviderMessage {
  try {
    const { error } = JSON.parse(body) as { error?: { message?: unknown; errors?: { reason?: unknown }[] } };
    const reasons = Array.isArray(error?.errors) ? error.errors.map(({ reason }) => String(reason)) : [];
    return { message: typeof error?.message === 'string' ? error.message : '', reasons };
  } catch {
    return { message: '', reasons: [] };
  }
}

/** The provider's message as one short line, with the token removed. */
const cleanMessage = (message: string, accessToken: string) =>
  message
    .replaceAll(accessToken, '***')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, MAX_MESSAGE_LENGTH)
    .toWellFormed();

const PROVIDER_ID = /^[\w.-]{1,100}$/;

/** Gmail returns the message ID; Graph returns only a request ID, which Microsoft's support asks for. */
function providerIdOf(body: string, headers: Readonly<Record<string, string | undefined>>): string | null {
  const parsed = parsedOrNull(body) as { id?: unknown } | null;
  const id = parsed?.id ?? headers['request-id'];
  return typeof id === 'string' && PROVIDER_ID.test(id) ? id : null;
}

function parsedOrNull(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
}

/** `Retry-After` in seconds or as a date; `null` when it is neither. */
function waitOf(header: string | undefined): number | null {
  if (header === undefined) return null;
  const seconds = Number(header);
  const ms = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(header) - Date.now();
  return Number.isFinite(ms) ? Math.min(Math.max(ms, 0), LONGEST_WAIT_MS) : null;
}

/**
 * What a provider's response means for the message. A mail server that rejects a message has not accepted it.
 * For an HTTP status of 500 or more, that is certain only if the provider asks for a retry: after the others,
 * emails have arrived anyway, so their outcome is unknown.
 */
export function deliveryResultOf(
  name: string,
  outcome: OutboundOutcome,
  accessToken: string,
): MailboxDeliveryResult {
  const { status } = outcome;
  const unknown = {
    state: 'unknown' as const,
    sentence: message('email_unconfirmed_by_provider', { host: name }),
  };
  if (status === null) {
    const { sent, sentence, reason } = outcome as OutboundFailure;
    return sent ? unknown : failedDelivery(sentence, !LASTING.has(reason));
  }
  const { headers = {}, body = '' } = outcome.kind === 'answered' ? outcome : {};
  if (status >= 200 && status < 300) {
    const providerId = providerIdOf(body, headers);
    return { state: 'sent', answer: String(status), ...(providerId !== null && { providerId }) };
  }
  if (status === 401) return { state: 'login_refused' };
  const retryAfter = headers['retry-after'];
  const { reasons, ...told } = readError(body);
  const isBusy =
    [408, 429].includes(status) ||
    (status === 503 && retryAfter !== undefined) ||
    (status === 403 && reasons.some((reason) => TOO_OFTEN.test(reason)));
  const providerMessage = cleanMessage(told.message, accessToken);
  const answer = `${status} ${providerMessage}`.trim();
  if (isBusy)
    return { ...failedDelivery(message('asked_to_wait', { name }), true, waitOf(retryAfter)), answer };
  if (status >= 500) return unknown;
  return {
    ...failedDelivery(
      message('provider_refused_email', {
        name,
        answer: providerMessage || message('provider_answered', { status }),
      }),
      false,
    ),
    answer,
  };
}
