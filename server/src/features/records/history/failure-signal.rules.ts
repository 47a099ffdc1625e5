import type { Signal, SignalReason } from '../../access/signals/signals.schema.ts';
import type { Status, TimelineEntry } from './history.schema.ts';

/** What a step of several messages says before the reason of the first. */
const OF_SEVERAL = /^\d+ of \d+ messages did not surely arrive \([^)]*\): /;

type Shape = readonly [shape: RegExp, reason: SignalReason];

/**
 * The sentences that executions end with, by their shape (ADR 28). What stands in their holes is left where it is, unless
 * the shape has a group: those take what nobody but the store's people wrote, or a number. The first that fits counts.
 */
const SHAPES: readonly Shape[] = [
  [/^quota used up$/, 'quota'],
  [/no secret named "(\w{1,100})"/, 'secret_missing'],
  [/^the layout requires ([\w.[\]-]{1,100}(?:, [\w.[\]-]{1,100}){0,9})$/, 'variable_missing'],
  [/connect it again on the Senders page$/, 'mailbox_lost'],
  [/^the store has no sender$/, 'no_sender'],
  [/^the sender of this step does not exist/, 'sender_gone'],
  [/ refused the login: | offers no login that works with these credentials$/, 'login_refused'],
  [/ refused the sender: /, 'sender_refused'],
  [/ refused the recipient: /, 'recipient_refused'],
  [/did not say what became of it$|whether the target acted on it is not known/, 'unknown_outcome'],
  [/^the target answered (\d{3}) and points to /, 'redirected'],
  [/^the target answered (\d{3})$/, 'answered'],
  [/^attachment "|^the (?:file|address) of attachment "/, 'attachment'],
  [/ refused (?:the message|the connection)(?:: |$)| refused: /, 'message_refused'],
  [
    / is or leads to a private | is a local name; | is this service itself; |^port \d+ of /,
    'forbidden_target',
  ],
  [/^no secure connection to | does not speak TLS | TLS handshake | refused a secure connection: /, 'tls'],
  [/ asks us to wait$/, 'asked_to_wait'],
  [/ has a file of more than |^the server takes mails of at most /, 'too_large'],
  [
    / cannot be resolved| refuses connections on port | cannot be reached on port | could not be connected to | closed the connection | did not answer within | did not take the message within | did not let us stay connected$/,
    'unreachable',
  ],
  [
    / answered with (?:something|a body|headers) | announced an answer | gave no answer that can be used$/,
    'bad_answer',
  ],
  [/^the (?:layout|HTTP request) of this step does not exist$/, 'config_gone'],
  [
    /Liquid: |^the subject is empty|^the (?:url|header|host|name of a header|credentials) |: (?:the (?:url|header|host) |not one line)|companyDetails$| after rendering/,
    'content',
  ],
];

/** A target that is down answers now with one of them and now with another. */
const detailOf = (reason: SignalReason, found: string) =>
  reason === 'answered' && found.startsWith('5') ? '5xx' : found;

function signalOfError(error: string): Signal {
  const sentence = error.replace(OF_SEVERAL, '');
  for (const [shape, reason] of SHAPES) {
    const found = shape.exec(sentence);
    if (found) return { reason, detail: detailOf(reason, found[1] ?? '') };
  }
  return { reason: 'other', detail: '' };
}

/** What an execution that has ended means for alerts; `null` for one that went well. */
export function failureSignal(outcome: {
  status: Exclude<Status, 'PENDING'>;
  error: string | null;
  timeline: readonly TimelineEntry[];
}): Signal | null {
  if (outcome.status === 'FAILED') return signalOfError(outcome.error ?? '');
  // Marketing mail that may have left counts as sent, and still somebody should know of it.
  return outcome.timeline.some(({ event }) => event === 'unknown')
    ? { reason: 'unknown_outcome', detail: '' }
    : null;
}
