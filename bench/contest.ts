import { type CpuByProcess, cpuBetween, OUTSIDE } from './cpu.ts';
import { inconclusiveReasons, median, type Ratio, ratioOf } from './statistics.ts';

/** The results of one contender in one window. */
export interface ContestRun {
  done: number;
  seconds: number;
  p50?: number;
  p99?: number;
  /** Seconds of CPU by part, of processes that have ended by now. */
  cpu?: Record<string, number>;
}

export interface Contender {
  name: string;
  /**
   * Runs a fixed number of calls rather than a fixed time: code that is compiled late would be measured half
   * cold.
   */
  warmUp(): Promise<unknown>;
  run(): Promise<ContestRun>;
}

export interface ContestResult {
  name: string;
  perSecond: number;
  /** Its rate divided by that of the first contender, the baseline. */
  rateOfFirst: Ratio;
  /**
   * Its CPU time per piece of work divided by that of the first contender, without the load generator and the
   * target.
   */
  cpuOfFirst: Ratio;
  p50: number | null;
  p99: number | null;
  /** Milliseconds of CPU for one piece of work, by part. */
  cpu: Record<string, number>;
  /** The total, and the total without the load generator and the target. */
  machineMs: number;
  oursMs: number;
}

interface ContestWindow extends Omit<ContestRun, 'cpu'> {
  cpu: Record<string, number>;
}

const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0);

async function windowOf(contender: Contender, spent: () => CpuByProcess): Promise<ContestWindow> {
  const before = spent();
  const run = await contender.run();
  const cost = { ...cpuBetween(before, spent()), ...run.cpu };
  const cpu = Object.fromEntries(
    Object.entries(cost).map(([part, seconds]) => [part, (seconds * 1000) / run.done]),
  );
  return { ...run, cpu };
}

const rateOf = ({ done, seconds }: ContestWindow) => done / seconds;
const machineMsOf = ({ cpu }: ContestWindow) => sum(Object.values(cpu));
const oursMsOf = (window: ContestWindow) => machineMsOf(window) - (window.cpu[OUTSIDE] ?? 0);

function summarizeContender(name: string, mine: ContestWindow[], first: ContestWindow[]): ContestResult {
  const parts = [...new Set(mine.flatMap(({ cpu }) => Object.keys(cpu)))];
  const cpu = Object.fromEntries(
    parts.map((part) => [part, median(mine.map((each) => each.cpu[part] ?? 0))]),
  );
  const definedValues = (values: (number | undefined)[]) =>
    values.every((value) => value !== undefined) ? median(values as number[]) : null;
  return {
    name,
    perSecond: Math.round(median(mine.map(rateOf))),
    rateOfFirst: ratioOf(mine.map(rateOf), first.map(rateOf)),
    cpuOfFirst: ratioOf(mine.map(oursMsOf), first.map(oursMsOf)),
    p50: definedValues(mine.map(({ p50 }) => p50)),
    p99: definedValues(mine.map(({ p99 }) => p99)),
    cpu,
    machineMs: median(mine.map(machineMsOf)),
    oursMs: median(mine.map(oursMsOf)),
  };
}

export interface Contest {
  standings: ContestResult[];
  /** Why this run is inconclusive; empty if it isn't. */
  doubts: string[];
}

/**
 * Runs the contenders in turns, every other round in reverse, so that a machine that slows down favors no
 * contender.
 */
export async function contest(
  contenders: readonly Contender[],
  rounds: number,
  spent: () => CpuByProcess,
): Promise<Contest> {
  for (const { warmUp } of contenders) await warmUp();
  const windows: ContestWindow[][] = contenders.map(() => []);
  const turns = [...contenders.entries()];
  for (let round = 0; round < rounds; round++)
    for (const [i, contender] of round % 2 === 0 ? turns : turns.toReversed())
      windows[i]?.push(await windowOf(contender, spent));
  const first = windows[0] ?? [];
  return {
    standings: contenders.map(({ name }, i) => summarizeContender(name, windows[i] ?? [], first)),
    doubts: inconclusiveReasons({ rate: first.map(rateOf), 'CPU for a piece of work': first.map(oursMsOf) }),
  };
}

const rounded2 = (value: number) => Number(value.toFixed(2));
const shownRatio = ({ median, low, high }: Ratio) =>
  `${median.toFixed(2)} (${low.toFixed(2)} to ${high.toFixed(2)})`;

export function printStandings(standings: readonly ContestResult[], piece: string) {
  console.table(
    standings.map(({ name, perSecond, rateOfFirst, cpuOfFirst, p50, p99, machineMs, oursMs }) => ({
      name,
      [`${piece}s a second`]: perSecond,
      'rate of the first': shownRatio(rateOfFirst),
      'CPU of the first': shownRatio(cpuOfFirst),
      ...(p50 !== null && { 'p50 ms': p50, 'p99 ms': p99 }),
      [`CPU ms a ${piece}`]: rounded2(machineMs),
      'without load and target': rounded2(oursMs),
    })),
  );
  console.log(`where the CPU goes, ms a ${piece}:`);
  console.table(
    Object.fromEntries(
      standings.map(({ name, cpu }) => [
        name,
        Object.fromEntries(
          Object.entries(cpu)
            .filter(([, ms]) => ms >= 0.005)
            .map(([part, ms]) => [part, rounded2(ms)]),
        ),
      ]),
    ),
  );
}

/** A promised figure with its lower or upper bound. */
export interface Threshold {
  what: string;
  value: number | Ratio;
  atLeast?: number;
  atMost?: number;
}

export interface Verdict {
  bars: readonly Threshold[];
  doubts: readonly string[];
}

const figureOf = ({ value }: Threshold) => (typeof value === 'number' ? value : value.median);

/** Prints the bars that were missed and returns whether there were none. */
export function reportMissed(missed: readonly string[]): boolean {
  if (missed.length > 0) console.log(`bar missed: ${missed.join(', ')}`);
  return missed.length === 0;
}

/** Prints each bar and returns whether the run shows that all are met; an inconclusive run does not. */
export function reportBars({ bars, doubts }: Verdict): boolean {
  const isHeld = (bar: Threshold) =>
    figureOf(bar) >= (bar.atLeast ?? Number.NEGATIVE_INFINITY) &&
    figureOf(bar) <= (bar.atMost ?? Number.POSITIVE_INFINITY);
  console.table(
    bars.map((bar) => ({
      what: bar.what,
      figure: typeof bar.value === 'number' ? rounded2(bar.value) : shownRatio(bar.value),
      bar: bar.atLeast === undefined ? `≤ ${bar.atMost}` : `≥ ${bar.atLeast}`,
      held: isHeld(bar),
    })),
  );
  for (const doubt of doubts) console.log(`inconclusive: ${doubt}`);
  if (doubts.length > 0) return false;
  return reportMissed(bars.filter((bar) => !isHeld(bar)).map(({ what }) => what));
}
