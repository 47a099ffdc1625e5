/** Where a signal comes from: the execution of an email or a call, or something that is not an execution. */
export const signalSources = ['EMAIL', 'HTTP_REQUEST', 'quota', 'repository', 'domain'] as const;
export type SignalSource = (typeof signalSources)[number];

/** Why something failed, from a closed list, so that it never contains text from servers or customers. */
export const signalReasons = [
  'answered',
  'asked_to_wait',
  'attachment',
  'bad_answer',
  'config_gone',
  'content',
  'dkim',
  'dmarc',
  'forbidden_target',
  'login_refused',
  'mailbox_lost',
  'many',
  'message_refused',
  'no_sender',
  'other',
  'quota',
  'recipient_refused',
  'redirected',
  'repository_refused',
  'secret_missing',
  'sender_gone',
  'sender_refused',
  'spf',
  'tls',
  'too_large',
  'unknown_outcome',
  'unreachable',
  'variable_missing',
] as const;
export type SignalReason = (typeof signalReasons)[number];

/** `detail`: a status, a level, a domain, or names of secrets and variables; empty for most reasons. */
export interface Signal {
  reason: SignalReason;
  detail: string;
}
