import { between, OUTSIDE, type Spent } from './cpu.ts';
import { median } from './load.ts';

/** What one did in one window. */
export interface Run {
  done: number;
  seconds: number;
  p50?: number;
  p99?: number;
  /** Seconds of CPU by part, of processes that have ended by now. */
  cpu?: Record<string, number>;
}

export interface Contender {
  name: string;
  /** A number of pieces, not a time: code that is compiled late would be measured half cold. */
  warmUp(): Promise<unknown>;
  run(): Promise<Run>;
}

export interface Standing {
  name: string;
  perSecond: number;
  /** Its rate over that of the first, round by round: neighbours in time share the noise of the machine. */
  ofFirst: number;
  p50: number | null;
  p99: number | null;
  /** Milliseconds of CPU for one piece of work, by part. */
  cpu: Record<string, number>;
  /** All of it, and all but what makes the load and answers it. */
  machineMs: number;
  oursMs: number;
}

interface Window extends Omit<Run, 'cpu'> {
  cpu: Record<string, number>;
}

const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0);

async function windowOf(contender: Contender, spent: () => Spent): Promise<Window> {
  const before = spent();
  const run = await contender.run();
  const cost = { ...between(before, spent()), ...run.cpu };
  const cpu = Object.fromEntries(
    Object.entries(cost).map(([part, seconds]) => [part, (seconds * 1000) / run.done]),
  );
  return { ...run, cpu };
}

function standing(name: string, mine: Window[], first: Window[]): Standing {
  const rate = ({ done, seconds }: Window) => done / seconds;
  const parts = [...new Set(mine.flatMap(({ cpu }) => Object.keys(cpu)))];
  const cpu = Object.fromEntries(
    parts.map((part) => [part, median(mine.map((each) => each.cpu[part] ?? 0))]),
  );
  const machine = mine.map((each) => sum(Object.values(each.cpu)));
  const outside = mine.map((each) => each.cpu[OUTSIDE] ?? 0);
  const known = (values: (number | undefined)[]) =>
    values.every((value) => value !== undefined) ? median(values as number[]) : null;
  return {
    name,
    perSecond: Math.round(median(mine.map(rate))),
    ofFirst: median(mine.map((each, i) => rate(each) / rate(first[i] as Window))),
    p50: known(mine.map(({ p50 }) => p50)),
    p99: known(mine.map(({ p99 }) => p99)),
    cpu,
    machineMs: median(machine),
    oursMs: median(machine.map((all, i) => all - (outside[i] ?? 0))),
  };
}

/** Contenders in turns within one run, medians over the rounds: machines differ and are noisy. */
export async function contest(
  contenders: readonly Contender[],
  rounds: number,
  spent: () => Spent,
): Promise<Standing[]> {
  for (const { warmUp } of contenders) await warmUp();
  const windows: Window[][] = contenders.map(() => []);
  for (let round = 0; round < rounds; round++)
    for (const [i, contender] of contenders.entries()) windows[i]?.push(await windowOf(contender, spent));
  return contenders.map(({ name }, i) => standing(name, windows[i] ?? [], windows[0] ?? []));
}

const shown = (value: number) => Number(value.toFixed(2));

export function printStandings(standings: readonly Standing[], piece: string) {
  console.table(
    standings.map(({ name, perSecond, ofFirst, p50, p99, machineMs, oursMs }) => ({
      name,
      [`${piece}s a second`]: perSecond,
      'of the first': shown(ofFirst),
      ...(p50 !== null && { 'p50 ms': p50, 'p99 ms': p99 }),
      [`CPU ms a ${piece}`]: shown(machineMs),
      'without load and target': shown(oursMs),
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
            .map(([part, ms]) => [part, shown(ms)]),
        ),
      ]),
    ),
  );
}

/** A promise with its figure; which way it must lie says the sign. */
export interface Bar {
  what: string;
  value: number;
  atLeast?: number;
  atMost?: number;
}

/** Prints each; the names of those that are missed. */
export function judge(bars: readonly Bar[]): string[] {
  const missed = bars.filter(
    ({ value, atLeast, atMost }) =>
      !(value >= (atLeast ?? Number.NEGATIVE_INFINITY) && value <= (atMost ?? Number.POSITIVE_INFINITY)),
  );
  console.table(
    bars.map((bar) => ({
      what: bar.what,
      figure: shown(bar.value),
      bar: bar.atLeast === undefined ? `≤ ${bar.atMost}` : `≥ ${bar.atLeast}`,
      held: !missed.includes(bar),
    })),
  );
  return missed.map(({ what }) => what);
}
