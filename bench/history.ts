import { loadHistory } from './history-load.ts';
import { openSide, readHistory } from './history-reading.ts';
import { writeHistory } from './history-writing.ts';
import { type BenchStage, openStage } from './stage.ts';

/** `npm run bench:history -- 1000000` for a shorter run. */
const LARGE = Number(process.argv[2] ?? 10_000_000);
const SMALL = 10_000;
const OTHER_STORES = 1_000;
const RATIO_BAR = 1.5;
const FAR_BAR_MS = 20;

const stages: BenchStage[] = [];
const closeAll = () => Promise.all(stages.splice(0).map((stage) => stage.close()));
// Don't leave gigabytes behind when the run is interrupted.
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => closeAll().finally(() => process.exit(1)));

async function side(size: number) {
  const stage = await openStage();
  stages.push(stage);
  const started = performance.now();
  const storeId = await loadHistory(stage, size, OTHER_STORES);
  console.log(`${size} rows loaded in ${Math.round((performance.now() - started) / 1000)} s`);
  return openSide(stage, storeId);
}

const shown = (ms: number | undefined) => (ms === undefined ? null : Number(ms.toFixed(1)));

try {
  const small = await side(SMALL);
  const large = await side(LARGE);
  const readings = await readHistory(small, large);
  const results = readings.map((reading) => {
    const ratio = reading.small ? reading.large.p50 / reading.small.p50 : null;
    const barMs = reading.barMs ?? FAR_BAR_MS;
    const met = ratio === null ? reading.large.p50 <= barMs : ratio <= RATIO_BAR;
    return { ...reading, barMs, ratio, met };
  });
  console.table(
    results.map(({ name, small, large, barMs, ratio, met }) => ({
      name,
      [`p50 at ${SMALL}`]: shown(small?.p50),
      p99: shown(small?.p99),
      [`p50 at ${LARGE}`]: shown(large.p50),
      'p99 ': shown(large.p99),
      ratio: ratio === null ? null : Number(ratio.toFixed(2)),
      bar: ratio === null ? `${barMs} ms` : RATIO_BAR,
      met,
    })),
  );
  const { finished, perSecond, asked, total, faults } = await writeHistory(stages[1] as BenchStage, large);
  console.log(
    `32 writers finished ${finished} at ${perSecond} a second; totals of ${total} rows asked ${asked} times meanwhile`,
  );
  for (const fault of faults) console.log(`not exact: ${fault}`);
  const missed = results.filter(({ met }) => !met);
  if (missed.length > 0) console.log(`missed: ${missed.map(({ name }) => name).join(', ')}`);
  if (missed.length > 0 || faults.length > 0) process.exitCode = 1;
} finally {
  await closeAll();
}
