import { Readable } from 'node:stream';
import type { DeliveryResult, MailServer } from '../../kernel/mail.ts';
import { message } from '../../kernel/messages/message.ts';
import { classifySmtpError, failedDelivery, type SmtpError } from './answers.ts';
import type { ComposedMail } from './compose.ts';
import type { SmtpSession } from './session.ts';
import { serverText } from './texts.ts';

/** The server is about to close the connection, whatever the command was. */
const CLOSING = 421;

/** The delivery of one message over one connection. */
export class Delivery {
  /** The connection ended before any command: a new connection may work. */
  gone = false;
  readonly #session: SmtpSession;
  readonly #mail: ComposedMail;
  readonly #beforeData: () => Promise<boolean>;
  /** The caller's permission to send; requested once the recipient was accepted. */
  #permission: Promise<boolean> | null = null;
  #leaving = false;
  #whole = false;

  constructor(session: SmtpSession, mail: ComposedMail, beforeData: () => Promise<boolean>) {
    this.#session = session;
    this.#mail = mail;
    this.#beforeData = beforeData;
  }

  /** Whether the recipient was accepted and the caller was asked for permission to send. */
  get hasBegun() {
    return this.#permission !== null;
  }

  /** Rejects only if asking the caller fails. */
  async run(server: MailServer): Promise<DeliveryResult> {
    const { envelope, size } = this.#mail;
    const content = Readable.from(this.#pieces(), { objectMode: false });
    try {
      const answer = await this.#session.send(envelope, size, content);
      // A response to a command that was not sent yet is meaningless.
      if (!this.#whole) throw Object.assign(new Error('answered too early'), { code: 'EPROTOCOL' });
      return { state: 'sent', answer: serverText(answer, server) };
    } catch (error) {
      // In the middle of a message, even QUIT would become part of it.
      if (this.hasBegun) this.#session.destroy();
      // `beforeData` writes to the ledger. Await it, so that its write cannot follow that of the outcome.
      if (this.#permission && !(await this.#permission) && !this.#leaving)
        return failedDelivery(message('email_canceled'), false);
      const trouble = error as SmtpError;
      const { responseCode } = trouble;
      this.gone = !this.hasBegun && (responseCode === undefined || responseCode === CLOSING);
      return classifySmtpError(trouble, server, this.#leaving);
    } finally {
      content.destroy();
    }
  }

  /** The client only reads this when the server is ready for the message. */
  async *#pieces(): AsyncGenerator<Buffer> {
    this.#permission = this.#beforeData();
    if (!(await this.#permission) || !this.#session.isOpen) throw new Error('the message does not leave');
    this.#leaving = true;
    yield* this.#mail.pieces;
    this.#whole = true;
  }
}
