import { parseArgs } from 'node:util';
import { isClean } from '../chaos/judge.ts';
import { shortDelays } from '../chaos/storm.ts';
import { requirePrograms } from '../harness/haproxy.ts';
import { Scratch } from '../harness/scratch.ts';
import { type Failover, failPostgres, failRedis, failRestate } from './failover.ts';

/**
 * `npm run failover`: kills the primary of PostgreSQL under Patroni, one of three engine nodes, and the
 * primary of Redis, all under load. `npm run failover -- postgres --kills 3` runs one part of it.
 */
const parts = { postgres: failPostgres, restate: failRestate, redis: failRedis };
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    kills: { type: 'string', default: '20' },
    'redis-kills': { type: 'string', default: '5' },
    rate: { type: 'string', default: '1' },
    stores: { type: 'string', default: '4' },
    workers: { type: 'string', default: '2' },
  },
});
/** The service must be back within this time after another primary was promoted. */
const MAX_RECOVERY_SECONDS = 15;

requirePrograms({
  haproxy: 'haproxy',
  patroni: 'patroni',
  etcd: 'etcd-server',
  'redis-server': 'redis-server',
});

const startedAt = performance.now();
const elapsed = () => `${Math.round((performance.now() - startedAt) / 1000)} s`;
const print = (line: string) => console.log(`${elapsed().padStart(6)}  ${line}`);

const median = (list: number[]) => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)];

function report(
  name: string,
  { judgment, times, lostWrites, answers, acknowledgedWrites }: Failover,
): boolean {
  const { steps, deliveries, succeeded, failed, mails, faults, unknown } = judgment;
  console.log(
    `\n${name}: ${steps} steps with ${deliveries} deliveries, ${succeeded} succeeded, ${failed} failed`,
  );
  console.log(
    `${mails} mails in mailboxes; ${acknowledgedWrites} acknowledged writes, ${lostWrites.length} lost`,
  );
  console.log(`answers to writes: ${JSON.stringify(answers)}`);
  for (const [what, list] of Object.entries(times))
    console.log(`${what}: median ${median(list)} s, longest ${Math.max(...list)} s`);
  for (const [fault, list] of Object.entries({ ...faults, lostWrites })) {
    if (list.length > 0) console.log(`${fault}: ${list.length}`);
    for (const line of list.slice(0, 20)) console.log(`  ${line}`);
  }
  const killed = unknown.filter(({ why }) => why === 'killed');
  console.log(
    `unknown: ${unknown.length - killed.length} never answered by their server, ${killed.length} by a failover`,
  );
  const late = Object.entries(times).filter(
    ([what, list]) => what.includes('after') && Math.max(...list) > MAX_RECOVERY_SECONDS,
  );
  for (const [what] of late) console.log(`later than ${MAX_RECOVERY_SECONDS} s: ${what}`);
  const isWell = isClean(judgment) && lostWrites.length === 0 && late.length === 0;
  console.log(isWell ? 'well' : 'NOT well');
  return isWell;
}

let allPassed = true;
for (const [name, fail] of Object.entries(parts)) {
  if (positionals.length > 0 && !positionals.includes(name)) continue;
  const scratch = await Scratch.open(`failover-${name}`);
  const [home, temporary] = [process.cwd(), process.env['TMPDIR']];
  // Everything that is started works in this folder, so it can be found if this process is killed.
  process.chdir(scratch.folder);
  process.env['TMPDIR'] = scratch.folder;
  try {
    const seconds = 60;
    const isWell = report(
      name,
      await fail({
        ...shortDelays,
        kills: Number(name === 'redis' ? values['redis-kills'] : values.kills),
        steps: Number(values.rate) * seconds,
        stores: Number(values.stores),
        workers: Number(values.workers),
        ...{ seconds, scratch, say: print },
      }),
    );
    allPassed &&= isWell;
  } finally {
    process.chdir(home);
    if (temporary === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = temporary;
    await scratch.close();
  }
}
process.exit(allPassed ? 0 : 1);
