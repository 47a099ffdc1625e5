import { createTransport } from 'nodemailer';
import type { ServiceMail } from '../../kernel/people.ts';

export interface MailerOptions {
  /** `smtp://user:password@host:port`, the operator's own; `null` where there is none. */
  url: string | null;
  from: string;
  onError(error: unknown): void;
}

const PATIENCE_MS = 10_000;

/** Mails to people who use the app. The operator chose the mail server, so the outbound guard does not apply. */
export function createMailer({ url, from, onError }: MailerOptions): ServiceMail {
  if (url === null) return { send: async () => false };
  const patient = new URL(url);
  for (const name of ['connectionTimeout', 'greetingTimeout', 'socketTimeout'])
    patient.searchParams.set(name, String(PATIENCE_MS));
  const transport = createTransport(patient.toString(), { from });
  return {
    async send(mail) {
      try {
        await transport.sendMail(mail);
        return true;
      } catch (error) {
        onError(error);
        return false;
      }
    },
  };
}
