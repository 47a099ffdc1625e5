import fc from 'fast-check';
import { sized } from '../harness/size.ts';

/** What is wrong with the outcome of a case, or null. */
export type Judge<Case> = (one: Case) => Promise<string | null>;

export interface CampaignOptions<Case> {
  cases: number;
  arbitrary: fc.Arbitrary<Case>;
  judge: Judge<Case>;
  concurrency: number;
  seed?: number;
}

export interface CampaignReport {
  seed: number;
  ran: number;
  seconds: number;
  /** The first failure in readable form, with the smallest case that still causes it. */
  failure: string | null;
}

const CHUNK = 400;
const SHRINK_MS = 30_000;
const SHOWN = 4000;

export const chosenSeed = () =>
  Number(process.env['OUTSTEP_FUZZ_SEED'] ?? sized(20_261_115, Math.floor(Math.random() * 0x7fffffff)));

/** The number of cases for this share of a run. */
export const casesOf = (share: number) =>
  Math.ceil(Number(process.env['OUTSTEP_FUZZ_CASES'] ?? sized(3_000, 200_000)) * share);

function printable(value: unknown): string {
  try {
    const text = fc.stringify(value);
    return text.length > SHOWN ? `${text.slice(0, SHOWN)}… (${text.length} characters)` : text;
  } catch {
    return '(too deep to be shown)';
  }
}

/**
 * Runs cases concurrently, which a property of the library cannot do. The library then replays the failing
 * one alone, from its seed and index, and shrinks it.
 */
export async function runCampaign<Case>(options: CampaignOptions<Case>): Promise<CampaignReport> {
  const { cases, arbitrary, judge, concurrency, seed = chosenSeed() } = options;
  const property = fc.asyncProperty(arbitrary, async (one) => {
    const complaint = await judge(one);
    if (complaint !== null) throw new Error(complaint);
  });
  const started = performance.now();
  let ran = 0;
  let failure: string | null = null;

  for (let chunk = 0; ran < cases && failure === null; chunk++) {
    const chunkSeed = seed + chunk;
    const numRuns = Math.min(CHUNK, cases - ran);
    const values = fc.sample(arbitrary, { seed: chunkSeed, numRuns });
    let next = 0;
    let failed: { index: number; complaint: string } | null = null;
    const worker = async () => {
      while (next < values.length && failed === null) {
        const index = next++;
        const complaint = await judge(values[index] as Case);
        ran++;
        if (complaint !== null) failed ??= { index, complaint };
      }
    };
    await Promise.all(Array.from({ length: concurrency }, worker));
    // The workers set it, which the compiler cannot infer.
    const first = failed as { index: number; complaint: string } | null;
    if (first) failure = await smallest(property, chunkSeed, first, values[first.index] as Case);
  }
  return { seed, ran, seconds: (performance.now() - started) / 1000, failure };
}

async function smallest<Case>(
  property: fc.IAsyncProperty<[Case]>,
  seed: number,
  { index, complaint }: { index: number; complaint: string },
  value: Case,
): Promise<string> {
  const replay = await fc.check(property, {
    seed,
    path: String(index),
    numRuns: 1,
    interruptAfterTimeLimit: SHRINK_MS,
  });
  if (!replay.counterexample) {
    return `${complaint}\nseed ${seed}, path ${index}; not seen again when replayed alone\n${printable(value)}`;
  }
  const reason = replay.errorInstance instanceof Error ? replay.errorInstance.message : complaint;
  return `${reason}\nseed ${seed}, path ${replay.counterexamplePath}\n${printable(replay.counterexample[0])}`;
}
