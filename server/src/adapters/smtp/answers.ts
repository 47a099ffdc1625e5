import type { Carried, MailServer } from '../../kernel/mail.ts';
import type { OutboundFailure } from '../../kernel/outbound.ts';
import { serverText } from './texts.ts';

/** An error of the SMTP client. */
export interface SmtpError {
  code?: string | undefined;
  /** The code of the system or of TLS, if there is one. */
  originalCode?: string | undefined;
  /** The command that was answered. */
  command?: string | undefined;
  response?: string | undefined;
  responseCode?: number | undefined;
}

type Failed = Extract<Carried, { state: 'failed' }>;

export const failed = (sentence: string, again: boolean, recipientRefused = false): Failed => ({
  state: 'failed',
  sentence,
  again,
  recipientRefused,
});

/** A wrong name, address or port stays wrong until somebody changes it. */
const LASTING = new Set<OutboundFailure['reason']>(['malformed', 'forbidden', 'tls']);

export const notConnected = ({ reason, sentence }: OutboundFailure): Failed =>
  failed(sentence, !LASTING.has(reason));

/** Whether the server refused something, in its own words. */
export const isAnswer = ({ responseCode = 0 }: SmtpError) => responseCode >= 400 && responseCode < 600;

/** What a server's trouble means for the message. `leaving`: its first byte had been sent. */
export function judge(trouble: SmtpError, server: MailServer, leaving: boolean): Carried {
  const { responseCode = 0, response = '' } = trouble;
  if (leaving && !(isAnswer(trouble) && endsMessage(trouble)))
    return {
      state: 'unknown',
      sentence: `${server.host} took the message and did not say what became of it`,
    };
  if (!isAnswer(trouble)) return withoutAnswer(trouble, server.host);
  const answer = serverText(response, server);
  const sentence = `${server.host} refused ${whatOf(trouble, leaving)}: ${answer}`;
  return { ...failed(sentence, responseCode < 500, isAboutRecipient(trouble)), answer };
}

/** An unsolicited line that arrived during the message is not the answer to it. */
const endsMessage = ({ code, responseCode }: SmtpError) =>
  code === 'EMESSAGE' || (code === 'ECONNECTION' && responseCode !== undefined);

function whatOf({ code, command = '' }: SmtpError, leaving: boolean): string {
  if (leaving) return 'the message';
  if (code === 'EAUTH') return 'the login';
  if (code === 'ETLS') return 'a secure connection';
  if (command === 'MAIL FROM') return 'the sender';
  if (command === 'RCPT TO') return 'the recipient';
  return command === 'DATA' ? 'the message' : 'the connection';
}

const CERTIFICATE = /^(CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|ERR_TLS_CERT)/;

function withoutAnswer({ code, originalCode = '' }: SmtpError, host: string): Failed {
  if (CERTIFICATE.test(originalCode))
    return failed(`no secure connection to ${host}: its certificate is not valid for it`, false);
  if (originalCode.startsWith('ERR_SSL')) return failed(`${host} does not speak TLS on this port`, false);
  if (code === 'EAUTH') return failed(`${host} offers no login that works with these credentials`, false);
  if (code === 'EPROTOCOL' || code === 'EENVELOPE')
    return failed(`${host} answered with something that is not SMTP`, true);
  return failed(`${host} closed the connection before it took the message`, true);
}

/** The enhanced code is more precise: a plain 550 may also mean that the server rejects us, not the address. */
function isAboutRecipient({ command, responseCode = 0, response = '' }: SmtpError): boolean {
  if (command !== 'RCPT TO' || responseCode < 500) return false;
  const enhanced = /^5\d\d[ -](5\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1];
  if (enhanced && !enhanced.startsWith('5.0.')) return /^5\.(1\.(?!7$|8$)\d+|2\.1)$/.test(enhanced);
  return [550, 551, 553].includes(responseCode);
}
