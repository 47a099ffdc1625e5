import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, rm } from 'node:fs/promises';
import { relative } from 'node:path';
import { promisify } from 'node:util';
import { compileCache } from '../server/test/harness/compile-cache.ts';
import { beginDurations, endDurations } from './durations.ts';

/** Everything CI runs: these side by side, then the suites one after another. All run; one failure decides the exit code. */
const steps: [string, string[]][] = [
  ['format', ['npm', 'run', '-s', 'format:check']],
  ['lint', ['npm', 'run', '-s', 'lint']],
  ['types', ['npm', 'run', '-s', 'typecheck']],
  // It builds everything on its way; e2e opens the app that it leaves behind.
  ['release', ['npm', 'run', '-s', 'release:try', '--', '--from-lock']],
  ['generated files', ['node', 'scripts/generate.ts', '--check']],
];

/** What is said as one may be several projects of Vitest: what measures time comes after what runs side by side. */
const suites: Record<string, string[]> = {
  unit: ['unit'],
  integration: ['integration', 'alone'],
  fuzz: ['fuzz'],
  e2e: ['e2e'],
};
const report = 'coverage/test-report.json';

async function run([command = '', ...args]: string[]): Promise<boolean> {
  const child = spawn(command, args, { stdio: 'inherit' });
  const [code] = (await once(child, 'exit')) as [number | null];
  return code === 0;
}

/** What it says is shown when it has ended, so that nothing stands between two of its lines. */
async function runBeside([command = '', ...args]: string[]): Promise<boolean> {
  const running = promisify(execFile)(command, args, { maxBuffer: Number.POSITIVE_INFINITY });
  const { ok, stdout, stderr } = await running.then(
    (said) => ({ ok: true, ...said }),
    (fault) => ({ ok: false, stdout: fault.stdout ?? '', stderr: fault.stderr || String(fault) }),
  );
  process.stdout.write(stdout);
  process.stderr.write(stderr);
  return ok;
}

interface Report {
  numPassedTests?: number;
  testResults?: {
    name: string;
    status: string;
    message: string;
    assertionResults: { fullName: string; status: string; failureMessages: string[] }[];
  }[];
}

interface Wrong {
  file: string;
  test?: string;
  why: string;
}

/** Enough to know it by; an answer may be in it as a whole. */
const firstLine = (text = '') => text.split('\n', 1)[0]?.slice(0, 300) ?? '';

const asLine = ({ file, test, why }: Wrong) => `${file}${test ? ` > ${test}` : ''}: ${why}`;

/** Each test that did not pass, and each file that failed before or after its tests. */
function wrongIn({ testResults = [] }: Report): Wrong[] {
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative('.', name);
    const wrong = assertionResults.filter((test) => test.status !== 'passed');
    if (wrong.length === 0 && status !== 'passed') return [{ file, why: firstLine(message) }];
    return wrong.map((test) => ({
      file,
      test: test.fullName,
      why: firstLine(test.failureMessages[0] ?? test.status),
    }));
  });
}

async function runSuite(projects: string[]) {
  await rm(report, { force: true });
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const chosen = projects.map((project) => `--project=${project}`);
  const ok = await run(['npx', 'vitest', 'run', ...chosen, ...reporters]);
  const results: Report = JSON.parse(await readFile(report, 'utf8').catch(() => '{}'));
  return { ok, passed: results.numPassedTests ?? 0, wrong: wrongIn(results) };
}

async function main(asked: string[]) {
  // A unit test file has a process of its own, and most of them load the same packages.
  process.env['NODE_COMPILE_CACHE'] = compileCache;
  let passed = 0;
  const wrong: string[] = [];
  const timed = async <T extends { ok: boolean }>(name: string, work: () => Promise<T>) => {
    const started = performance.now();
    const result = await work();
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    console.log(`${result.ok ? 'ok' : 'FAILED'}: ${name} (${seconds} s)`);
    return result;
  };

  await Promise.all(
    (asked.length > 0 ? [] : steps).map(async ([name, command]) => {
      const { ok } = await timed(name, async () => ({ ok: await runBeside(command) }));
      if (ok) passed++;
      else wrong.push(name);
    }),
  );
  await beginDurations();
  for (const [suite, projects] of Object.entries(suites)) {
    if (asked.length > 0 && !asked.includes(suite)) continue;
    const results = await timed(suite, () => runSuite(projects));
    passed += results.passed;
    wrong.push(...results.wrong.map((test) => `${suite}: ${asLine(test)}`));
    if (!results.ok && results.wrong.length === 0)
      wrong.push(`${suite}: failed although no test did; see its output`);
  }
  wrong.push(...(await endDurations()));
  // Last of all, because of a long output often only the end is kept.
  for (const line of wrong) console.log(`failed: ${line}`);
  console.log(`${passed} passed, ${wrong.length} failed`);
  process.exitCode = wrong.length > 0 ? 1 : 0;
}

await main(process.argv.slice(2));
