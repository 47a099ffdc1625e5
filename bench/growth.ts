import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { withClient } from '../server/test/harness/postgres.ts';
import { openHttpAndMailBench } from './both-kinds.ts';
import { cpuBetween, cpuSpentBy, OUTSIDE } from './cpu.ts';
import { countedLoop, type StepCall } from './step-load.ts';
import { requireNoFailures } from './steps.ts';

/**
 * `npm run bench:growth`: what a million steps leave behind, extrapolated from a few thousand: rows and bytes
 * of each table and its indexes (compact, as after a vacuum), WAL, bytes of the engine's folder, and CPU
 * time.
 */
const { values } = parseArgs({
  options: { steps: { type: 'string', default: '4000' }, 'warm-up': { type: 'string', default: '500' } },
});
const STEPS = Number(values.steps);
const WARM_UP = Number(values['warm-up']);
const CLIENTS = 32;
const MILLION = 1_000_000;
const MEGABYTE = 1024 * 1024;

interface Size {
  bytes: number;
  rows: number;
}

interface RemainingSize {
  tables: Map<string, Size>;
  engine: number;
}

const { engine, ...installation } = await openHttpAndMailBench();

/** Files may disappear while the engine is running. */
const engineBytes = () =>
  readdirSync(engine.folder, { recursive: true, encoding: 'utf8' })
    .map((name) => statSync(join(engine.folder, name), { throwIfNoEntry: false }))
    .reduce((sum, stat) => sum + (stat?.isFile() ? stat.size : 0), 0);

const walWritten = () =>
  withClient(installation.url, async (client) => {
    const { rows } = await client.query(`select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float as wal`);
    return rows[0].wal as number;
  });

/** Partitions count toward their parent table. */
const left = () =>
  withClient(installation.url, async (client): Promise<RemainingSize> => {
    await client.query('vacuum (full, analyze)');
    const { rows } = await client.query(
      `select coalesce(i.inhparent, c.oid)::regclass::text as name,
         sum(pg_total_relation_size(c.oid))::float as bytes, sum(greatest(c.reltuples, 0))::float as rows
       from pg_class c left join pg_inherits i on i.inhrelid = c.oid
       where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace group by 1`,
    );
    const tables = new Map(rows.map(({ name, bytes, rows: count }) => [name, { bytes, rows: count }]));
    return { tables, engine: engineBytes() };
  });

async function measured(kind: string, next: () => StepCall) {
  requireNoFailures(kind, await countedLoop(next, CLIENTS, WARM_UP));
  const { parts } = installation;
  const before = await left();
  const walBefore = await walWritten();
  const spentBefore = cpuSpentBy(parts);
  const run = requireNoFailures(kind, await countedLoop(next, CLIENTS, STEPS));
  const spent = cpuBetween(spentBefore, cpuSpentBy(parts));
  // Read before `left()` compacts the tables, which writes WAL too.
  const wal = (await walWritten()) - walBefore;
  const after = await left();
  const aMillion = (value: number) => (value / run.done) * MILLION;
  const gigabytes = (bytes: number) => `${(aMillion(bytes) / 1e9).toFixed(2)} GB`;
  const ours = Object.entries(spent).filter(([part]) => part !== OUTSIDE);
  const coreHours = (seconds: number) => (aMillion(seconds) / 3600).toFixed(2);

  console.log(`\n${kind}, a million of them, from ${run.done} at ${run.perSecond} a second`);
  const sum = ours.reduce((total, [, seconds]) => total + seconds, 0);
  console.log(
    `  core-hours ${coreHours(sum)}: ${ours.map(([part, seconds]) => `${part} ${coreHours(seconds)}`).join(', ')}`,
  );
  let bytes = 0;
  let rows = 0;
  for (const [name, size] of after.tables) {
    const was = before.tables.get(name) ?? { bytes: 0, rows: 0 };
    const grown = { bytes: size.bytes - was.bytes, rows: size.rows - was.rows };
    if (grown.bytes === 0 && grown.rows === 0) continue;
    bytes += grown.bytes;
    rows += grown.rows;
    const each = (grown.rows / run.done).toFixed(2);
    console.log(
      `  ${name.padEnd(28)} ${each.padStart(6)} rows a step  ${gigabytes(grown.bytes).padStart(9)}`,
    );
  }
  console.log(
    `  ${'PostgreSQL'.padEnd(28)} ${(rows / run.done).toFixed(2).padStart(6)} rows a step  ${gigabytes(bytes).padStart(9)}`,
  );
  console.log(
    `  WAL ${gigabytes(wal)}; the engine's folder ${((after.engine - before.engine) / MEGABYTE).toFixed(0)} MB in this run`,
  );
}

try {
  await measured('HTTP steps', installation.nextHttpStep);
  await measured('mails to one recipient', installation.nextMail);
} finally {
  await installation.close();
}
process.exit();
