import { setTimeout as sleep } from 'node:timers/promises';
import { startEngine } from '../harness/engine.ts';
import { OwnPostgres } from '../harness/own-postgres.ts';
import type { Violations } from './judge.ts';
import { type ChaosTargets, type Load, runSpread, runStorm } from './storm.ts';

export interface ChaosOptions extends Load {
  workerKills: number;
  engineKills: number;
  wipes: number;
  databaseRestarts: number;
}

/** Kills workers, the engine and PostgreSQL, evenly spread over the time in which the steps arrive. */
export async function runChaos(options: ChaosOptions): Promise<Violations> {
  const { say, seconds } = options;
  const postgres = await OwnPostgres.start();
  const engine = await startEngine();

  async function injectFault({ crew, noteExposed }: ChaosTargets) {
    let kills = 0;
    const killing = runSpread(options.workerKills, seconds, async () => {
      while (!(await crew.killOne())) await sleep(100);
      await noteExposed();
      kills++;
      if (kills % 20 === 0) say(`${kills} workers killed`);
    });
    // One after the other, since they share the engine.
    const kinds = [
      ...Array.from({ length: options.engineKills }, () => 'kill' as const),
      ...Array.from({ length: options.wipes }, () => 'wipe' as const),
    ].sort((a, b) => (a === b ? 0 : Math.random() - 0.5));
    const enginePeace = (seconds * 1000) / (kinds.length + 1);
    const engineHarm = (async () => {
      for (const kind of kinds) {
        await sleep(enginePeace * (0.5 + Math.random() * 0.5));
        await engine.kill();
        if (kind === 'wipe') await engine.wipe();
        await engine.start();
        await noteExposed();
        say(kind === 'wipe' ? 'engine killed and its data wiped' : 'engine killed');
      }
    })();
    const databaseHarm = runSpread(options.databaseRestarts, seconds, async () => {
      await postgres.down();
      await sleep(1_000);
      await postgres.up();
      await noteExposed();
      say('PostgreSQL restarted');
    });
    await Promise.all([killing, engineHarm, databaseHarm]);
  }

  try {
    return await runStorm({ ...options, databaseUrl: postgres.url, env: engine.env, harm: injectFault });
  } finally {
    await engine.close();
    await postgres.close();
  }
}
