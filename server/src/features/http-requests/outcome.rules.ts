import type { Json } from '../../kernel/json.ts';
import { type Message, message } from '../../kernel/messages/message.ts';
import type { OutboundOutcome, OutboundReason } from '../../kernel/outbound.ts';
import { maskMessage } from '../records/history/mask-message.rules.ts';
import type { Masker } from '../records/history/masking.rules.ts';
import type { RenderedRequest } from './rendered-request.rules.ts';

/** Why a call failed, as a sentence; `null` if it did not. */
export function errorOf(outcome: OutboundOutcome): Message | null {
  if (outcome.kind === 'failed') return outcome.sentence;
  if (outcome.status < 300) return null;
  if (outcome.redirectTo) {
    return message('target_redirected', { status: outcome.status, address: outcome.redirectTo });
  }
  return message('target_answered', { status: outcome.status });
}

/** A call with secrets and personal data masked. */
export interface ShownCall {
  error: Message | null;
  request: RenderedRequest;
  response: {
    status: number;
    headers: Record<string, string>;
    body: string;
    bytes: number;
    truncated: boolean;
  } | null;
}

/** JSON that starts with anything else is masked as text. */
const MAYBE_TREE = /^\s*[[{]/;

/** JSON is masked by member names, and shown unchanged if nothing is masked. */
function maskedBody(body: string, masker: Masker): { value: string; truncated: boolean } {
  if (!MAYBE_TREE.test(body)) return masker.text(body);
  let tree: Json;
  try {
    tree = JSON.parse(body);
  } catch {
    return masker.text(body);
  }
  const masked = masker.tree(tree);
  const unchanged = JSON.stringify(masked.value) === JSON.stringify(tree);
  return {
    value: unchanged && !masked.truncated ? body : JSON.stringify(masked.value),
    truncated: masked.truncated,
  };
}

/** A request without secrets and personal data, and whether some of its body was left out. */
export function shownRequest(
  { method, url, headers, body }: RenderedRequest,
  masker: Masker,
): { request: RenderedRequest; truncated: boolean } {
  const shownBody = body === null ? null : maskedBody(body, masker);
  const request = {
    method,
    url: masker.url(url).value,
    headers: masker.headers(headers).value as Record<string, string>,
    body: shownBody?.value ?? null,
  };
  return { request, truncated: shownBody?.truncated ?? false };
}

/** The call as history keeps it and the caller sees it, without secrets and personal data. */
export function shownCall(shown: RenderedRequest, outcome: OutboundOutcome, masker: Masker): ShownCall {
  const error = errorOf(outcome);
  const { request } = shownRequest(shown, masker);
  if (outcome.kind === 'failed') {
    return { error: error && maskMessage(error, masker), request, response: null };
  }
  const body = maskedBody(outcome.body, masker);
  const response = {
    status: outcome.status,
    headers: masker.headers(outcome.headers).value as Record<string, string>,
    body: body.value,
    bytes: outcome.bytes,
    truncated: outcome.truncated || body.truncated,
  };
  return { error: error && maskMessage(error, masker), request, response };
}

/** Whether the call was rejected on our side, before the target was contacted. */
export const wasRefusedLocally = (outcome: OutboundOutcome): boolean =>
  outcome.kind === 'failed' && (outcome.reason === 'forbidden' || outcome.reason === 'malformed');

/** Statuses that say the target did not process the request. */
const UNPROCESSED_STATUSES = [408, 425, 429, 503];

/** Temporary problems, if the request was not sent yet. */
const PASSING: readonly OutboundReason[] = ['unresolvable', 'refused', 'timeout', 'cut'];

/**
 * Whether a retry may help, and the target definitely has not processed the first attempt
 * (contract: Workflow platforms 7).
 */
export const isSafeToRetry = (outcome: OutboundOutcome): boolean =>
  outcome.kind === 'answered'
    ? UNPROCESSED_STATUSES.includes(outcome.status)
    : !outcome.sent && PASSING.includes(outcome.reason);
