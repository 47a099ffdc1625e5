import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, rm } from 'node:fs/promises';
import { relative } from 'node:path';

/** Everything CI runs, in the order in which it fails fastest. All steps run; the first failure decides the exit code. */
const steps: [string, string[]][] = [
  ['format', ['npm', 'run', '-s', 'format:check']],
  ['lint', ['npm', 'run', '-s', 'lint']],
  ['types', ['npm', 'run', '-s', 'typecheck']],
  ['build', ['npm', 'run', '-s', 'build']],
  ['generated files', ['node', 'scripts/generate.ts', '--check']],
];

const suites = ['unit', 'integration', 'fuzz', 'e2e'];
const report = 'coverage/test-report.json';

async function run([command = '', ...args]: string[]): Promise<boolean> {
  const child = spawn(command, args, { stdio: 'inherit' });
  const [code] = (await once(child, 'exit')) as [number | null];
  return code === 0;
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

/** Enough to know it by; an answer may be in it as a whole. */
const firstLine = (text = '') => text.split('\n', 1)[0]?.slice(0, 300);

/** One line for each test that did not pass, and for each file that failed before or after its tests. */
function wrongIn({ testResults = [] }: Report): string[] {
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative('.', name);
    const wrong = assertionResults.filter((test) => test.status !== 'passed');
    if (wrong.length === 0 && status !== 'passed') return [`${file}: ${firstLine(message)}`];
    return wrong.map(
      (test) => `${file} > ${test.fullName}: ${firstLine(test.failureMessages[0] ?? test.status)}`,
    );
  });
}

async function main() {
  let passed = 0;
  const wrong: string[] = [];
  const timed = async (name: string, work: () => Promise<boolean>) => {
    const started = performance.now();
    const ok = await work();
    console.log(`${ok ? 'ok' : 'FAILED'}: ${name} (${((performance.now() - started) / 1000).toFixed(1)} s)`);
    return ok;
  };

  for (const [name, command] of steps) {
    if (await timed(name, () => run(command))) passed++;
    else wrong.push(name);
  }
  for (const suite of suites) {
    await rm(report, { force: true });
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
    const ok = await timed(suite, () => run(['npx', 'vitest', 'run', '--project', suite, ...reporters]));
    const results: Report = JSON.parse(await readFile(report, 'utf8').catch(() => '{}'));
    passed += results.numPassedTests ?? 0;
    const inTests = wrongIn(results);
    wrong.push(...inTests.map((line) => `${suite}: ${line}`));
    if (!ok && inTests.length === 0) wrong.push(`${suite}: failed although no test did; see its output`);
  }
  // Last of all, because of a long output often only the end is kept.
  for (const line of wrong) console.log(`failed: ${line}`);
  console.log(`${passed} passed, ${wrong.length} failed`);
  process.exitCode = wrong.length > 0 ? 1 : 0;
}

await main();
