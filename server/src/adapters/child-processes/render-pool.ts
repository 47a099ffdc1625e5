import { fileURLToPath } from 'node:url';
import { type Message, message } from '../../kernel/messages/message.ts';
import type {
  BodyJob,
  DesignCompiler,
  DesignJob,
  DesignOutcome,
  LiquidChecker,
  LiquidProblem,
  LiquidRenderer,
  LiquidText,
  LiquidUses,
  RenderJob,
  RenderOutcome,
} from '../../kernel/ports.ts';
import type { AnswerOf, ChildMethods, JobOf } from './child-methods.ts';
import { assembleLiquidUses, LiquidUsesCache } from './liquid-uses.ts';
import {
  type ChildDeath,
  ProcessGroup,
  type ProcessGroupSettings,
  type ProcessGroupState,
} from './process-group.ts';
import { assembleOutcome, childJob } from './render-job.ts';
import { type PreparePlain, renderPlainTexts } from './render-plain-texts.ts';

export interface RenderPoolOptions {
  /** The script that the processes run. */
  childEntry: URL;
  /** At least two, or one account's bad template would block everyone. */
  processes?: number;
  /** CPU time that each job may use. */
  cpuMs?: number;
  /** The time limit of a job that does not get its CPU time. */
  wallMs?: number;
  heapMegabytes?: number;
  maxWaitingPerStore?: number;
  maxWaitMs?: number;
  /** The account of a store, because accounts share the processes. By default, each store is its own account. */
  accountOf?(storeId: string): Promise<string>;
  /**
   * Renders texts that a child process has found to be plain. By default, child processes render everything.
   */
  preparePlain?: PreparePlain;
  /** For the log: a process died but no text caused it, or a process does not start. */
  onFault?(fault: Error): void;
  onJob?: ProcessGroupSettings['onJob'];
  onEnd?: ProcessGroupSettings['onEnd'];
}

export interface RenderPool extends LiquidChecker, LiquidRenderer, DesignCompiler {
  /** Starts every process for Liquid, so that no caller waits for it; rejects if one cannot start. */
  ready(): Promise<void>;
  states(): ProcessGroupState[];
  close(): Promise<void>;
}

const inLiquid = (code: 'parsing_too_slow' | 'rendering_too_slow' | 'too_much_memory') =>
  message('liquid', { reason: message(code) });

const deaths = {
  parsing: { slow: inLiquid('parsing_too_slow'), memory: inLiquid('too_much_memory') },
  rendering: { slow: inLiquid('rendering_too_slow'), memory: inLiquid('too_much_memory') },
  compiling: { slow: message('compiling_too_slow'), memory: message('too_much_memory') },
};

const busy = {
  tooMany: message('templates_queue_full'),
  tooLong: message('templates_too_late'),
  stopping: message('templates_stopping'),
};
const broken = message('templates_unavailable');

const hasLiquid = ({ text }: LiquidText) => text.includes('{{') || text.includes('{%');

const textOf = ({ text }: LiquidText) => text;

const byText = <Answer>(texts: readonly LiquidText[], answers: readonly Answer[]) =>
  new Map(texts.map((text, i) => [text, answers[i] as Answer]));

/** Texts after the one that ended the process are unchecked, because the whole job is rejected anyway. */
const problemOfDeath = (
  texts: readonly LiquidText[],
  { at, died }: ChildDeath,
  reasons: Record<ChildDeath['died'], Message>,
) => [{ path: texts[at]?.path ?? [], reason: reasons[died] }];

const run = <M extends keyof ChildMethods>(
  group: ProcessGroup,
  storeId: string,
  method: M,
  job: JobOf<M>,
): Promise<{ value: AnswerOf<M> } | ChildDeath> => group.run<AnswerOf<M>>(storeId, method, job);

/**
 * How long a job may take to get its CPU time: as long as it needs with a fifth of a core, and at least as
 * long as people wait.
 */
const WALL_FACTOR = 5;
const LEAST_WALL_MS = 5000;

/** Checks and renders Liquid and compiles designs in processes that are killed when they use too much CPU time. */
class RenderProcesses implements RenderPool {
  readonly #knownUses: LiquidUsesCache;
  readonly #accountOf: (storeId: string) => Promise<string>;
  readonly #liquid: ProcessGroup;
  /**
   * Separate from Liquid's, because MJML triples the start-up time and memory of a process, and emails are sent far
   * more often than designs are saved.
   */
  readonly #designs: ProcessGroup;

  constructor(options: RenderPoolOptions) {
    this.#knownUses = new LiquidUsesCache(options.preparePlain ?? (() => null));
    this.#accountOf = options.accountOf ?? (async (storeId) => storeId);
    const { cpuMs = 1000 } = options;
    const { wallMs = Math.max(LEAST_WALL_MS, WALL_FACTOR * cpuMs) } = options;
    const createGroup = (kind: 'liquid' | 'designs') =>
      new ProcessGroup({
        childPath: fileURLToPath(options.childEntry),
        kind,
        processes: options.processes ?? 2,
        cpuMs,
        wallMs,
        triesWhenStarved: 2,
        heapMegabytes: options.heapMegabytes ?? 128,
        maxWaitingPerStore: options.maxWaitingPerStore ?? 100,
        maxWaitMs: options.maxWaitMs ?? 5000,
        busy,
        broken,
        accountOf: this.#accountOf,
        onFault: options.onFault ?? (() => undefined),
        ...(options.onJob && { onJob: options.onJob }),
        ...(options.onEnd && { onEnd: options.onEnd }),
      });
    this.#liquid = createGroup('liquid');
    this.#designs = createGroup('designs');
  }

  ready(): Promise<void> {
    return this.#liquid.ready();
  }

  states(): ProcessGroupState[] {
    return [this.#liquid.state, this.#designs.state];
  }

  async check(storeId: string, texts: readonly LiquidText[]): Promise<LiquidProblem[]> {
    const liquid = texts.filter(hasLiquid);
    if (liquid.length === 0) return [];
    const outcome = await run(this.#liquid, storeId, 'checkLiquid', liquid.map(textOf));
    if (!('value' in outcome)) return problemOfDeath(liquid, outcome, deaths.parsing);
    return liquid.flatMap(({ path }, i) => {
      const reason = outcome.value[i];
      return reason ? [{ path, reason }] : [];
    });
  }

  async uses(storeId: string, texts: readonly LiquidText[]): Promise<LiquidUses> {
    const liquid = texts.filter(hasLiquid);
    if (liquid.length === 0) return assembleLiquidUses(texts, new Map());
    const account = await this.#accountOf(storeId);
    const known = this.#knownUses.find(account, liquid);
    if (known) return assembleLiquidUses(texts, known);
    const outcome = await run(this.#liquid, storeId, 'usesOfLiquid', liquid.map(textOf));
    if (!('value' in outcome)) return { problems: problemOfDeath(liquid, outcome, deaths.parsing) };
    const found = byText(liquid, outcome.value);
    this.#knownUses.keep(account, found);
    return assembleLiquidUses(texts, found);
  }

  async render(storeId: string, job: RenderJob): Promise<RenderOutcome> {
    const liquid = job.texts.filter(hasLiquid);
    if (liquid.length === 0) return assembleOutcome(job, new Map());
    const input = childJob(job);
    if ('problems' in input) return input;
    const account = await this.#accountOf(storeId);
    const plain = renderPlainTexts(job, liquid, input.secretLengths, (text) =>
      this.#knownUses.plain(account, text),
    );
    const others = liquid.filter((text) => !plain.has(text));
    if (others.length === 0) return assembleOutcome(job, plain);
    const texts = others.map((text) => ({ text: text.text, escape: text.escape ?? job.escape }));
    const outcome = await run(this.#liquid, storeId, 'renderLiquid', { ...input, texts });
    if (!('value' in outcome)) return { problems: problemOfDeath(others, outcome, deaths.rendering) };
    return assembleOutcome(job, new Map([...plain, ...byText(others, outcome.value)]));
  }

  compile(storeId: string, job: DesignJob): Promise<DesignOutcome> {
    return this.#compile(storeId, 'compileDesign', job);
  }

  compileBody(storeId: string, job: BodyJob): Promise<DesignOutcome> {
    return this.#compile(storeId, 'compileBody', job);
  }

  async close(): Promise<void> {
    await Promise.all([this.#liquid.close(), this.#designs.close()]);
  }

  async #compile<M extends 'compileDesign' | 'compileBody'>(
    storeId: string,
    method: M,
    job: JobOf<M>,
  ): Promise<DesignOutcome> {
    const outcome = await run(this.#designs, storeId, method, job);
    if ('value' in outcome) return outcome.value;
    return { problems: [{ path: job.path, reason: deaths.compiling[outcome.died] }] };
  }
}

/** A process starts when it is first needed; `ready` starts all processes for Liquid. */
export const createRenderPool = (options: RenderPoolOptions): RenderPool => new RenderProcesses(options);
