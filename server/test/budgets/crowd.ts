import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { Redis } from 'ioredis';
import type { HammerOptions, HammerReport } from './hammer.ts';
import { waitUntil } from './redis-server.ts';

/** Runs several processes with the same orders; they start once all of them are ready. */
export async function runHammers(size: number, orders: HammerOptions) {
  const children = Array.from({ length: size }, () =>
    fork(new URL('./hammer.ts', import.meta.url), { execArgv: [] }),
  );
  await Promise.all(children.map((child) => once(child, 'message')));
  const reports = await Promise.all(
    children.map(async (child) => {
      child.send(orders);
      const [report] = (await once(child, 'message')) as [HammerReport];
      return report;
    }),
  );
  return {
    accepted: (key: string) => reports.reduce((sum, report) => sum + (report.accepted[key] ?? 0), 0),
    tries: reports.reduce((sum, report) => sum + report.tries, 0),
    stateChanges: reports.map((report) => report.stateChanges),
  };
}

/** Redis reports every command to a monitor as it runs, so no unit is missed, however busy we are. */
export class AcceptedLog {
  readonly #monitor: Redis;
  readonly #times = new Map<string, number[]>();
  readonly #marks = new Set<string>();

  private constructor(monitor: Redis) {
    this.#monitor = monitor;
    monitor.on('monitor', (_time: string, [command = '', key = '', value = '']: string[]) => {
      const name = command.toUpperCase();
      // A rejected unit is pushed and taken back within one call of the script.
      if (name === 'RPUSH') this.#of(key).push(Number(value));
      else if (name === 'RPOP') this.#of(key).pop();
      else if (name === 'ECHO') this.#marks.add(key);
    });
  }

  static async start(client: Redis): Promise<AcceptedLog> {
    const monitor = (await client.monitor()) as Redis;
    client.disconnect();
    return new AcceptedLog(monitor);
  }

  /** For each key, when Redis accepted each unit, in microseconds, ascending. */
  async finish(client: Redis): Promise<(keyId: string) => readonly number[]> {
    const mark = randomUUID();
    await client.echo(mark);
    await waitUntil(() => this.#marks.has(mark), 60_000);
    this.#monitor.disconnect();
    return (keyId) => this.#of(`outstep:budget:request:${keyId}`);
  }

  #of(key: string): number[] {
    const times = this.#times.get(key) ?? [];
    this.#times.set(key, times);
    return times;
  }
}

/** The most units in any closed window. */
export function mostInAnyWindow(times: readonly number[], windowMicros: number): number {
  let most = 0;
  let first = 0;
  for (const [last, time] of times.entries()) {
    while (time - (times[first] ?? time) > windowMicros) first++;
    most = Math.max(most, last - first + 1);
  }
  return most;
}
