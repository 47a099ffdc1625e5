import { OperationError } from '../../kernel/error.ts';
import { FairQueue, type FairQueueLimits, type Owner } from '../../kernel/fair-queue.ts';
import { type Message, message } from '../../kernel/messages/message.ts';
import { type ChildOutcome, ChildProcess, type ChildProcessSettings } from './child-process.ts';

/** A job whose process was lost is retried; more attempts would hide a defect. */
const ATTEMPTS = 3;

/** The job was not done, and its content is not the cause (contract: Every answer 10). */
const starved = () => new OperationError('unavailable', message('service_busy'), { retryAfterSeconds: 5 });

export type ChildDeath = Extract<ChildOutcome<never>, { at: number }>;

export interface ProcessGroupSettings extends ChildProcessSettings, FairQueueLimits {
  processes: number;
  /** How many times a starved job is attempted before its caller is asked to retry later. */
  triesWhenStarved: number;
  /** The error message when processes are lost repeatedly. */
  broken: Message;
  /** The account of a store, because accounts share the processes. */
  accountOf(storeId: string): Promise<string>;
  onFault(fault: Error): void;
  /** A process of this kind was given a job. */
  onJob?(kind: string): void;
  /** A process was ended because of its job, or because it was starved or lost. */
  onEnd?(why: 'slow' | 'memory' | 'starved' | 'lost'): void;
}

/** For metrics. */
export interface ProcessGroupState {
  group: string;
  busy: number;
  idle: number;
  waiting: number;
}

/** Processes for one kind of work, with one job per account at a time. */
export class ProcessGroup {
  readonly #processes: readonly ChildProcess[];
  readonly #queue: FairQueue<ChildProcess>;
  readonly #onFault: (fault: Error) => void;
  readonly #onJob: ProcessGroupSettings['onJob'];
  readonly #onEnd: ProcessGroupSettings['onEnd'];
  readonly #kind: string;
  readonly #broken: Message;
  readonly #triesWhenStarved: number;
  readonly #accountOf: (storeId: string) => Promise<string>;
  #closed = false;

  constructor(settings: ProcessGroupSettings) {
    this.#processes = Array.from({ length: settings.processes }, () => new ChildProcess(settings));
    this.#queue = new FairQueue(this.#processes, settings);
    this.#onFault = settings.onFault;
    this.#onJob = settings.onJob;
    this.#onEnd = settings.onEnd;
    this.#kind = settings.kind;
    this.#broken = settings.broken;
    this.#triesWhenStarved = settings.triesWhenStarved;
    this.#accountOf = settings.accountOf;
  }

  async ready(): Promise<void> {
    await Promise.all(this.#processes.map((process) => process.ready()));
  }

  async run<Answer>(storeId: string, method: string, job: unknown): Promise<{ value: Answer } | ChildDeath> {
    const owner = { storeId, account: await this.#accountOf(storeId) };
    for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
      const process = await this.#queue.take(owner);
      this.#onJob?.(this.#kind);
      const outcome = await process.run<Answer>(method, job);
      if ('value' in outcome) this.#queue.give(owner, process);
      else void this.#replace(owner, process);
      if ('died' in outcome) this.#onEnd?.(outcome.died);
      if ('at' in outcome || 'value' in outcome) return outcome;
      if ('cause' in outcome && !this.#closed) this.#onFault(outcome.cause);
      if (outcome.died === 'starved' && attempt >= this.#triesWhenStarved) throw starved();
    }
    throw new OperationError('unavailable', this.#broken, { retryAfterSeconds: 5 });
  }

  get state(): ProcessGroupState {
    const { free, waiting } = this.#queue.state;
    return { group: this.#kind, busy: this.#processes.length - free, idle: free, waiting };
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#queue.close();
    await Promise.all(this.#processes.map((process) => process.close()));
  }

  /**
   * Counts as busy for its owner until the replacement has started: with another process, the owner would
   * make others wait.
   */
  async #replace(owner: Owner, process: ChildProcess): Promise<void> {
    try {
      if (!this.#closed) await process.ready();
    } catch (fault) {
      if (!this.#closed) this.#onFault(fault as Error);
    }
    this.#queue.give(owner, process);
  }
}
