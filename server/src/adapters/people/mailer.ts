import { createTransport } from 'nodemailer';
import type { ServiceMail } from '../../kernel/people.ts';

export interface MailerOptions {
  /** `smtp://user:password@host:port` of the operator; `null` if there is none. */
  url: string | null;
  from: string;
  onError(error: unknown): void;
}

const PATIENCE_MS = 10_000;

function transportTo(url: string, from?: string) {
  const patient = new URL(url);
  for (const name of ['connectionTimeout', 'greetingTimeout', 'socketTimeout'])
    patient.searchParams.set(name, String(PATIENCE_MS));
  return createTransport(patient.toString(), { ...(from && { from }) });
}

/** Rejects if the server cannot be reached or rejects the login. */
export async function verifyMailServer(url: string): Promise<void> {
  const transport = transportTo(url);
  try {
    await transport.verify();
  } finally {
    transport.close();
  }
}

/** Emails to people who use the app. The operator chose the mail server, so the outbound guard does not apply. */
export function createMailer({ url, from, onError }: MailerOptions): ServiceMail {
  if (url === null) return { send: async () => false };
  const transport = transportTo(url, from);
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
