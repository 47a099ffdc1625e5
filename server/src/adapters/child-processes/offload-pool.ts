import { fileURLToPath } from 'node:url';
import { OperationError } from '../../kernel/error.ts';
import { message } from '../../kernel/messages/message.ts';
import { type OffloadedTask, sizeOf } from '../../kernel/offloaded-task.ts';
import { ProcessGroup, type ProcessGroupSettings, type ProcessGroupState } from './process-group.ts';

export interface OffloadPoolOptions {
  /** The script that the processes run; it looks up tasks by name. */
  childEntry: URL;
  /** The number of characters processed inline, in the calling process. */
  atOnce?: number;
  /** CPU time that each task may use. */
  cpuMs?: number;
  /** The time limit of a task that does not get its CPU time. */
  wallMs?: number;
  /** The time limit of waiting. Waiting and running must end before an unrecorded call counts as lost. */
  maxWaitMs?: number;
  /**
   * The account of a store, because accounts share the processes. By default, each store is its own account.
   */
  accountOf?(storeId: string): Promise<string>;
  onFault?(fault: Error): void;
  onJob?: ProcessGroupSettings['onJob'];
  onEnd?: ProcessGroupSettings['onEnd'];
}

export interface OffloadPool {
  run<Input, Result>(storeId: string, work: OffloadedTask<Input, Result>, input: Input): Promise<Result>;
  states(): ProcessGroupState[];
  close(): Promise<void>;
}

/** The worst input of this size that the tests generate takes 25 ms of CPU; ordinary ones take 3 (ADR 33). */
const AT_ONCE = 8192;
/** Larger tasks have a separate process: others would wait behind them for seconds. */
const LARGE = 256 * 1024;

const CPU_MS = 4000;
const MAX_WAIT_MS = 3000;
/** One and a half times the CPU time. */
const WALL_FACTOR = 1.5;

/** The name of the process group in metrics. */
const named = (group: string) => `heavy-${group}`;

const limits = {
  heapMegabytes: 512,
  // A second attempt would not end before an unrecorded call counts as lost.
  triesWhenStarved: 1,
  maxWaitingPerStore: 100,
  busy: {
    tooMany: message('masking_queue_full'),
    tooLong: message('masking_too_late'),
    stopping: message('masking_stopping'),
  },
  broken: message('masking_unavailable'),
};

/** Processes for tasks on data that stores send, including secrets: they never see a template (ADR 33). */
export function createOffloadPool(options: OffloadPoolOptions): OffloadPool {
  const { atOnce = AT_ONCE, cpuMs = CPU_MS, maxWaitMs = MAX_WAIT_MS } = options;
  const { wallMs = WALL_FACTOR * cpuMs } = options;
  const createGroup = (kind: string, processes: number) =>
    new ProcessGroup({
      ...limits,
      childPath: fileURLToPath(options.childEntry),
      kind,
      processes,
      cpuMs,
      wallMs,
      maxWaitMs,
      accountOf: options.accountOf ?? (async (storeId) => storeId),
      onFault: options.onFault ?? (() => undefined),
      onJob: (group) => options.onJob?.(named(group)),
      ...(options.onEnd && { onEnd: options.onEnd }),
    });
  const small = createGroup('small', 2);
  const large = createGroup('large', 1);

  return {
    async run<Input, Result>(
      storeId: string,
      work: OffloadedTask<Input, Result>,
      given: Input,
    ): Promise<Result> {
      const { input, size } = work.weigh?.(given, LARGE) ?? { input: given, size: sizeOf(given, LARGE) };
      if (size <= atOnce) return work.run(input);
      try {
        const outcome = await (size <= LARGE ? small : large).run<Result>(storeId, work.name, input);
        return 'value' in outcome ? outcome.value : work.otherwise(input, outcome.died);
      } catch (error) {
        if (error instanceof OperationError && error.kind === 'unavailable')
          return work.otherwise(input, error);
        throw error;
      }
    },

    states: () => [small.state, large.state].map((state) => ({ ...state, group: named(state.group) })),

    async close() {
      await Promise.all([small.close(), large.close()]);
    },
  };
}
