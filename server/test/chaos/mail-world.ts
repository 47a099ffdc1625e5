import { type Postfix, startPostfix } from '../harness/postfix.ts';
import { type SmtpBehavior, type SmtpStandIn, startSmtpServer } from '../harness/smtp-server.ts';
import { eventually } from '../harness/test-stack.ts';
import { hashToUnitInterval } from './chance.ts';

type FailingStage = 'rcpt' | 'content' | 'message';

interface RecipientOutcome {
  /** The share of all recipients that get this outcome. */
  share: number;
  stage: FailingStage;
  behavior: Exclude<SmtpBehavior, number>;
  /** Only the first time; afterward everything works. */
  once?: true;
  /** The message is in the mailbox although the sender got no reply. */
  keeps?: true;
}

const FATES: RecipientOutcome[] = [
  { share: 0.06, stage: 'rcpt', behavior: '450 4.2.1 come back later', once: true },
  { share: 0.05, stage: 'message', behavior: '451 4.3.0 come back later', once: true },
  { share: 0.05, stage: 'rcpt', behavior: 'drop', once: true },
  { share: 0.03, stage: 'rcpt', behavior: '550 5.1.1 nobody of this name' },
  { share: 0.02, stage: 'message', behavior: '554 5.6.0 not this message' },
  { share: 0.01, stage: 'content', behavior: 'drop' },
  { share: 0.01, stage: 'message', behavior: 'drop' },
  { share: 0.01, stage: 'message', behavior: 'drop', keeps: true },
  // Each takes half a minute and occupies one of its sender's slots.
  { share: 0.0015, stage: 'rcpt', behavior: 'hang', once: true },
  { share: 0.0015, stage: 'message', behavior: 'hang', keeps: true },
];
/** The share of connections that are refused. */
const BUSY = 0.02;
/** The longest reply delay for a message; until then its outcome is unknown. */
const SLOWEST_MS = 400;

function outcomeOf(recipient: string): RecipientOutcome | null {
  let chance = hashToUnitInterval(recipient);
  for (const fate of FATES) {
    if (chance < fate.share) return fate;
    chance -= fate.share;
  }
  return null;
}

const messageIdOf = (raw: Buffer) => /^Message-ID: *(?:\r?\n )?(.*?)\r?$/im.exec(raw.toString('latin1'))?.[1];
const recipientOf = (raw: Buffer) => /^Delivered-To: (.*)$/m.exec(raw.toString('latin1'))?.[1];

/**
 * What a recipient received of a message: its Message-ID, or `null` where the server kept it without
 * replying.
 */
type DeliveredCopies = Map<string, (string | null)[]>;

/** The mail servers outside: a real one, and one that mishandles messages in every possible way. */
export class MailWorld {
  /** The message was being sent and got no reply. */
  readonly silent = new Set<string>();
  /** Permanently rejected. */
  readonly refused = new Set<string>();
  #hangs = true;
  readonly #kept: string[] = [];
  readonly #met = new Set<string>();
  readonly #real: Postfix;
  readonly #moody: SmtpStandIn;

  private constructor(real: Postfix, moody: SmtpStandIn) {
    this.#real = real;
    this.#moody = moody;
    moody.behaves = {
      connect: () => (Math.random() < BUSY ? '421 4.3.2 busy' : null),
      rcpt: (recipient) => this.#behave('rcpt', recipient),
      content: (recipient) => this.#behave('content', recipient),
      message: (recipient) => this.#behave('message', recipient) ?? Math.random() * SLOWEST_MS,
    };
  }

  static async start(): Promise<MailWorld> {
    const real = await startPostfix();
    return new MailWorld(real, await startSmtpServer());
  }

  get ports() {
    return { real: this.#real.port, moody: this.#moody.port };
  }

  /** Stops hanging, so that the end can be awaited. */
  calm() {
    this.#hangs = false;
  }

  /** Everything in mailboxes, once no message is in transit. */
  async copies(): Promise<DeliveredCopies> {
    await eventually(
      () => this.#real.queued(),
      (queued) => queued === 0,
      120_000,
    );
    const copies: DeliveredCopies = new Map();
    const add = (recipient: string, id: string | null) =>
      copies.set(recipient, [...(copies.get(recipient) ?? []), id]);
    for (const raw of await this.#real.delivered()) add(recipientOf(raw) ?? '', messageIdOf(raw) ?? '');
    for (const { to, raw } of this.#moody.messages)
      for (const recipient of to) add(recipient, messageIdOf(raw) ?? '');
    for (const recipient of this.#kept) add(recipient, null);
    return copies;
  }

  async close() {
    await this.#moody.close();
    await this.#real.close();
  }

  #behave(stage: FailingStage, recipient: string): RecipientOutcome['behavior'] | null {
    const fate = outcomeOf(recipient);
    if (fate?.stage !== stage || (fate.once && this.#met.has(recipient))) return null;
    const { behavior } = fate;
    if (behavior === 'hang' && !this.#hangs) return null;
    this.#met.add(recipient);
    if (behavior.startsWith('5')) this.refused.add(recipient);
    const isSilent = behavior === 'drop' || behavior === 'hang';
    if (isSilent && stage !== 'rcpt') this.silent.add(recipient);
    if (fate.keeps) this.#kept.push(recipient);
    return behavior;
  }
}
