import type { MessageCode } from '../../../kernel/messages/catalog.ts';
import type { Message, MessagePart } from '../../../kernel/messages/message.ts';
import type { Signal, SignalReason } from '../../access/signals/signals.schema.ts';
import type { NewTimelineEntry, Status } from './history.schema.ts';

/** The signal reason of each message that an execution can fail with. Other messages have no reason. */
const reasons: Readonly<Partial<Record<MessageCode, SignalReason>>> = {
  quota_used_up: 'quota',
  secret_missing: 'secret_missing',
  variables_missing: 'variable_missing',
  mailbox_lost: 'mailbox_lost',
  mailbox_lost_because: 'mailbox_lost',
  no_sender: 'no_sender',
  sender_of_step_gone: 'sender_gone',
  sender_of_step_deleted: 'sender_gone',
  host_refused_login: 'login_refused',
  no_login_method: 'login_refused',
  host_refused_sender: 'sender_refused',
  host_refused_recipient: 'recipient_refused',
  email_unconfirmed: 'unknown_outcome',
  email_unconfirmed_by_provider: 'unknown_outcome',
  stopped_during_call: 'unknown_outcome',
  target_redirected: 'redirected',
  target_answered: 'answered',
  attachment_gone: 'attachment',
  attachment_not_https: 'attachment',
  attachment_not_fetched: 'attachment',
  attachment_not_linked: 'attachment',
  some_attachment_not_linked: 'attachment',
  host_refused_message: 'message_refused',
  host_refused_connection: 'message_refused',
  provider_refused_email: 'message_refused',
  provider_refused: 'message_refused',
  secret_host_forbidden: 'forbidden_target',
  private_target: 'forbidden_target',
  local_target: 'forbidden_target',
  own_target: 'forbidden_target',
  port_forbidden: 'forbidden_target',
  port_own: 'forbidden_target',
  tls_failed: 'tls',
  tls_timeout: 'tls',
  tls_unsupported: 'tls',
  host_refused_tls: 'tls',
  asked_to_wait: 'asked_to_wait',
  file_too_large: 'too_large',
  email_too_large: 'too_large',
  host_unknown: 'unreachable',
  name_server_silent: 'unreachable',
  host_unresolvable: 'unreachable',
  port_refused: 'unreachable',
  port_unreachable: 'unreachable',
  connect_timeout: 'unreachable',
  closed_at_once: 'unreachable',
  answer_cut: 'unreachable',
  closed_before_email: 'unreachable',
  answer_timeout: 'unreachable',
  email_timeout: 'unreachable',
  provider_no_offline_access: 'unreachable',
  not_http: 'bad_answer',
  not_smtp: 'bad_answer',
  headers_too_large: 'bad_answer',
  answer_not_unpackable: 'bad_answer',
  answer_packed_twice: 'bad_answer',
  answer_packed_unknown: 'bad_answer',
  interim_answers_only: 'bad_answer',
  provider_unusable_answer: 'bad_answer',
  layout_of_step_gone: 'config_gone',
  http_request_of_step_gone: 'config_gone',
  subject_empty: 'content',
  secret_email_forbidden: 'content',
  company_details_missing: 'content',
  url_too_long: 'content',
  url_control_characters: 'content',
  url_not_http: 'content',
  url_invalid: 'content',
  url_host_ambiguous: 'content',
  url_credentials_malformed: 'content',
  file_url_not_https: 'content',
  host_invalid: 'content',
  header_name_invalid: 'content',
  header_forbidden: 'content',
  header_not_one_line: 'content',
  header_twice: 'content',
};

/**
 * Messages that give only the location of the problem; the problem itself is nested inside. If no nested
 * message has a reason, the content is to blame.
 */
const AROUND: ReadonlySet<MessageCode> = new Set([
  'field_problem',
  'several_problems',
  'liquid',
  'liquid_at',
]);

const messagesIn = (part: MessagePart): Message[] => {
  if (typeof part !== 'object') return [];
  return 'code' in part ? [part] : part.filter((each) => typeof each === 'object');
};

interface FailureCause {
  reason: SignalReason;
  /** The message that determines the reason. */
  said: Message;
}

/** The first nested message that has a reason; `null` if there is none. */
function causeOf(said: Message): FailureCause | null {
  const own = reasons[said.code];
  if (own) return { reason: own, said };
  for (const inner of Object.values(said.params).flatMap(messagesIn)) {
    const cause = causeOf(inner);
    if (cause) return cause;
  }
  if (AROUND.has(said.code)) return { reason: 'content', said };
  // A masked sentence still has the code of its original message.
  const about =
    said.code === 'stored_sentence' ? (said.params['about'] as MessageCode | undefined) : undefined;
  const was = about && (AROUND.has(about) ? 'content' : reasons[about]);
  return was ? { reason: was, said } : null;
}

/** The message code that determines the signal, for entries stored without their parameters. */
export function decisiveCode(said: Message): MessageCode {
  const { code, params } = causeOf(said)?.said ?? said;
  return (code === 'stored_sentence' && (params['about'] as MessageCode | undefined)) || code;
}

/** Includes only text written by the store's people, or a number; everything else is left out. */
function detailOf({ reason, said: { params } }: FailureCause): string {
  if (reason === 'secret_missing') return /^\w{1,100}$/.exec(String(params['name'] ?? ''))?.[0] ?? '';
  if (reason === 'variable_missing')
    return /^[\w.[\]-]{1,100}(?:, [\w.[\]-]{1,100}){0,9}$/.exec(String(params['paths'] ?? ''))?.[0] ?? '';
  if (reason !== 'answered' && reason !== 'redirected') return '';
  const status = /^\d{3}$/.exec(String(params['status']))?.[0] ?? '';
  // A target that is down may alternate between these codes.
  return reason === 'answered' && status.startsWith('5') ? '5xx' : status;
}

function signalOfError(error: Message | null): Signal {
  const cause = error && causeOf(error);
  return cause ? { reason: cause.reason, detail: detailOf(cause) } : { reason: 'other', detail: '' };
}

/** The signal of an execution that has ended; `null` if it succeeded. */
export function failureSignal(outcome: {
  status: Exclude<Status, 'PENDING'>;
  error: Message | null;
  timeline: readonly NewTimelineEntry[];
}): Signal | null {
  if (outcome.status === 'FAILED') return signalOfError(outcome.error);
  // Marketing email that may have been sent counts as sent, but someone should still be notified.
  return outcome.timeline.some(({ event }) => event === 'unknown')
    ? { reason: 'unknown_outcome', detail: '' }
    : null;
}
