import { Refusal } from '../../kernel/error.ts';
import type { AnswerOf, ChildMethods, JobOf } from './child-methods.ts';
import { FairQueue, type FairQueueLimits } from './fair-queue.ts';
import { type Outcome, RenderProcess, type RenderProcessSettings } from './render-process.ts';

/** A process lost through no fault of the text is retried; more attempts would hide that something is broken. */
const ATTEMPTS = 3;

export type Death = Extract<Outcome<never>, { at: number }>;

export interface ProcessGroupSettings extends RenderProcessSettings, FairQueueLimits {
  processes: number;
  onFault(fault: Error): void;
}

/** Processes for one kind of work; one job a store at a time. */
export class ProcessGroup {
  readonly #processes: readonly RenderProcess[];
  readonly #queue: FairQueue<RenderProcess>;
  readonly #onFault: (fault: Error) => void;
  #closed = false;

  constructor(settings: ProcessGroupSettings) {
    this.#processes = Array.from({ length: settings.processes }, () => new RenderProcess(settings));
    this.#queue = new FairQueue(this.#processes, settings);
    this.#onFault = settings.onFault;
  }

  async ready(): Promise<void> {
    await Promise.all(this.#processes.map((process) => process.ready()));
  }

  async run<M extends keyof ChildMethods>(
    storeId: string,
    method: M,
    job: JobOf<M>,
  ): Promise<{ value: AnswerOf<M> } | Death> {
    for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
      const process = await this.#queue.take(storeId);
      const outcome = await process.run(method, job);
      if ('value' in outcome) this.#queue.give(storeId, process);
      else void this.#replace(storeId, process);
      if (!('cause' in outcome)) return outcome;
      if (!this.#closed) this.#onFault(outcome.cause);
    }
    throw new Refusal('unavailable', 'templates cannot be checked right now; try again', {
      retryAfterSeconds: 5,
    });
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#queue.close();
    await Promise.all(this.#processes.map((process) => process.close()));
  }

  /** The store whose job killed a process waits for the replacement; another process would make other stores wait. */
  async #replace(storeId: string, process: RenderProcess): Promise<void> {
    try {
      if (!this.#closed) await process.ready();
    } catch (fault) {
      if (!this.#closed) this.#onFault(fault as Error);
    }
    this.#queue.give(storeId, process);
  }
}
