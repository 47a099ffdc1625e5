import type { DeliveryResult, FailedDelivery, MailServer } from '../../kernel/mail.ts';
import { type Message, message } from '../../kernel/messages/message.ts';
import type { OutboundFailure } from '../../kernel/outbound.ts';
import { serverText } from './texts.ts';

/** An error of the SMTP client. */
export interface SmtpError {
  code?: string | undefined;
  /** The code of the system or of TLS, if there is one. */
  originalCode?: string | undefined;
  /** The command that caused the response. */
  command?: string | undefined;
  response?: string | undefined;
  responseCode?: number | undefined;
}

export const failedDelivery = (
  sentence: Message,
  again: boolean,
  recipientRefused = false,
): FailedDelivery => ({
  state: 'failed',
  sentence,
  again,
  recipientRefused,
});

/** A wrong name, address or port remains wrong until someone fixes it. */
const LASTING = new Set<OutboundFailure['reason']>(['malformed', 'forbidden', 'tls']);

export const notConnected = ({ reason, sentence }: OutboundFailure): FailedDelivery =>
  failedDelivery(sentence, !LASTING.has(reason));

/** Whether the server itself rejected something. */
export const isServerReply = ({ responseCode = 0 }: SmtpError) => responseCode >= 400 && responseCode < 600;

/** What an error means for the message. `leaving` is true once its first byte has been sent. */
export function classifySmtpError(trouble: SmtpError, server: MailServer, leaving: boolean): DeliveryResult {
  const { responseCode = 0, response = '' } = trouble;
  if (leaving && !(isServerReply(trouble) && endsMessage(trouble)))
    return {
      state: 'unknown',
      sentence: message('email_unconfirmed', { host: server.host }),
    };
  if (!isServerReply(trouble)) return withoutAnswer(trouble, server.host);
  const answer = serverText(response, server);
  const sentence = message(refusalOf(trouble, leaving), { host: server.host, answer });
  return { ...failedDelivery(sentence, responseCode < 500, isAboutRecipient(trouble)), answer };
}

/** An unsolicited line that arrived during the message is not its response. */
const endsMessage = ({ code, responseCode }: SmtpError) =>
  code === 'EMESSAGE' || (code === 'ECONNECTION' && responseCode !== undefined);

/** The message code for what the server rejected. */
function refusalOf({ code, command = '' }: SmtpError, leaving: boolean) {
  if (leaving) return 'host_refused_message';
  if (code === 'EAUTH') return 'host_refused_login';
  if (code === 'ETLS') return 'host_refused_tls';
  if (command === 'MAIL FROM') return 'host_refused_sender';
  if (command === 'RCPT TO') return 'host_refused_recipient';
  return command === 'DATA' ? 'host_refused_message' : 'host_refused_connection';
}

const CERTIFICATE = /^(CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|ERR_TLS_CERT)/;

function withoutAnswer({ code, originalCode = '' }: SmtpError, host: string): FailedDelivery {
  if (CERTIFICATE.test(originalCode))
    return failedDelivery(message('tls_failed', { host, reason: message('certificate_invalid') }), false);
  if (originalCode.startsWith('ERR_SSL')) return failedDelivery(message('tls_unsupported', { host }), false);
  if (code === 'EAUTH') return failedDelivery(message('no_login_method', { host }), false);
  if (code === 'EPROTOCOL' || code === 'EENVELOPE')
    return failedDelivery(message('not_smtp', { host }), true);
  return failedDelivery(message('closed_before_email', { host }), true);
}

/** The enhanced code is more precise: a plain 550 may also mean that the server rejects us, not the address. */
function isAboutRecipient({ command, responseCode = 0, response = '' }: SmtpError): boolean {
  if (command !== 'RCPT TO' || responseCode < 500) return false;
  const enhanced = /^5\d\d[ -](5\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1];
  if (enhanced && !enhanced.startsWith('5.0.')) return /^5\.(1\.(?!7$|8$)\d+|2\.1)$/.test(enhanced);
  return [550, 551, 553].includes(responseCode);
}
