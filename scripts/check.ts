import { execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { relative } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { compileCache } from '../server/test/harness/compile-cache.ts';
import { beginDurations, endDurations } from './durations.ts';
import { testsFor } from './rooms-to-tests.ts';

type Step = readonly [name: string, command: readonly string[]];

const quickSteps: readonly Step[] = [
  ['format', ['npm', 'run', '-s', 'format:check']],
  ['lint', ['npm', 'run', '-s', 'lint']],
  ['types', ['npm', 'run', '-s', 'typecheck']],
  ['generated files', ['node', 'scripts/generate.ts', '--check']],
];
/** Also builds everything, including the app that browser tests open. */
const release: Step = ['release', ['npm', 'run', '-s', 'release:try', '--', '--from-lock']];
const buildApp: Step = ['app', ['npm', 'run', '-s', 'build', '-w', 'web']];

/**
 * A suite may consist of several Vitest projects: tests that measure time run after those that run in
 * parallel.
 */
const projectsOf: Readonly<Record<string, readonly string[]>> = {
  unit: ['unit'],
  integration: ['integration', 'alone'],
  fuzz: ['fuzz'],
  e2e: ['e2e'],
};
const suites = Object.keys(projectsOf);

interface Plan {
  /** Run in parallel, before the suites. */
  steps: readonly Step[];
  /** Run one after another, each with these arguments for Vitest in addition to its projects. */
  suites: readonly { name: string; args: readonly string[] }[];
}

/** Everything, or the named parts: `steps` and suites. */
function planOf(parts: readonly string[], args: readonly string[]): Plan {
  const unknown = parts.find((part) => part !== 'steps' && !suites.includes(part));
  if (unknown !== undefined) throw new Error(`unknown part "${unknown}": use steps, ${suites.join(', ')}`);
  const isAsked = (part: string) => parts.length === 0 || parts.includes(part);
  const asked = suites.filter(isAsked);
  const needsApp = asked.some((suite) => suite !== 'unit');
  return {
    steps: isAsked('steps') ? [...quickSteps, release] : needsApp ? [buildApp] : [],
    suites: asked.map((name) => ({ name, args })),
  };
}

const git = (...args: string[]) =>
  execFileSync('git', args, { encoding: 'utf8' }).split('\n').filter(Boolean);

/** Changes since the branch left `since`, committed or not; a renamed file counts under both names. */
function changedFiles(since: string): string[] {
  const [base = since] = git('merge-base', 'HEAD', since);
  return [
    ...git('diff', '--name-only', '--no-renames', base),
    ...git('ls-files', '--others', '--exclude-standard'),
  ];
}

/** A test's suite, by folder. Some of these suites run only at night. */
const suiteOf = (test: string) =>
  /^server\/test\/(e2e|fuzz|rgw|upgrade|deploy|firefox)\//.exec(test)?.[1] ?? 'integration';

/** The tests that cover the changes since a commit; all tests if that is unknown. */
function planForChanges(since: string): Plan {
  const changed = changedFiles(since);
  const { unknown, tests } = testsFor(changed, globSync('server/test/**/*.test.ts'));
  if (unknown !== undefined) {
    console.log(`${unknown} may change anything: everything runs`);
    return planOf([], []);
  }
  const night = tests.filter((test) => !suites.includes(suiteOf(test)));
  for (const test of night) console.log(`${test} runs at night: npm run check:nightly`);
  console.log(`${changed.length} changed files select ${tests.length} test files beside the unit tests`);
  const selected = suites.map((name) => ({ name, args: tests.filter((test) => suiteOf(test) === name) }));
  return {
    steps: tests.length > 0 ? [...quickSteps, buildApp] : quickSteps,
    suites: selected.filter(({ name, args }) => name === 'unit' || args.length > 0),
  };
}

const report = 'coverage/test-report.json';

async function run([command = '', ...args]: readonly string[]): Promise<boolean> {
  const child = spawn(command, args, { stdio: 'inherit' });
  const [code] = (await once(child, 'exit')) as [number | null];
  return code === 0;
}

/** Prints the output of a command when it has ended, so that the output of parallel commands is not mixed. */
async function runBeside([command = '', ...args]: readonly string[]): Promise<boolean> {
  const running = promisify(execFile)(command, args, { maxBuffer: Number.POSITIVE_INFINITY });
  const { ok, stdout, stderr } = await running.then(
    (output) => ({ ok: true, ...output }),
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

interface CheckFailure {
  file: string;
  test?: string;
  why: string;
}

/** Enough to recognize the failure; the message may contain a whole response. */
const firstLine = (text = '') => text.split('\n', 1)[0]?.slice(0, 300) ?? '';

const asLine = ({ file, test, why }: CheckFailure) => `${file}${test ? ` > ${test}` : ''}: ${why}`;

/** Each test that did not pass, and each file that failed before or after its tests. */
function failuresIn({ testResults = [] }: Report): CheckFailure[] {
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

async function runSuite(name: string, args: readonly string[]) {
  await rm(report, { force: true });
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const chosen = (projectsOf[name] ?? []).map((project) => `--project=${project}`);
  const ok = await run(['npx', 'vitest', 'run', ...chosen, ...reporters, ...args]);
  const results: Report = JSON.parse(await readFile(report, 'utf8').catch(() => '{}'));
  return { ok, passed: results.numPassedTests ?? 0, wrong: failuresIn(results) };
}

async function main(plan: Plan) {
  // Vitest starts several processes for each suite, and they load the same packages.
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
    plan.steps.map(async ([name, command]) => {
      const { ok } = await timed(name, async () => ({ ok: await runBeside(command) }));
      if (ok) passed++;
      else wrong.push(name);
    }),
  );
  await beginDurations();
  for (const { name: suite, args } of plan.suites) {
    const results = await timed(suite, () => runSuite(suite, args));
    passed += results.passed;
    wrong.push(...results.wrong.map((test) => `${suite}: ${asLine(test)}`));
    if (!results.ok && results.wrong.length === 0)
      wrong.push(`${suite}: failed although no test did; see its output`);
  }
  wrong.push(...(await endDurations()));
  // Comes last, because often only the end of a long output is kept.
  for (const line of wrong) console.log(`failed: ${line}`);
  console.log(`${passed} passed, ${wrong.length} failed`);
  process.exitCode = wrong.length > 0 ? 1 : 0;
}

/**
 * `npm run check` runs everything, as CI does. `-- steps unit` runs these parts, `-- e2e --shard=1/2` one
 * half of a suite. `-- --changed` runs the tests that cover the changes since `main`, or since the commit
 * given by `--since`.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    changed: { type: 'boolean', default: false },
    since: { type: 'string', default: 'main' },
    shard: { type: 'string' },
  },
});
const shard = values.shard === undefined ? [] : [`--shard=${values.shard}`];
await main(values.changed ? planForChanges(values.since) : planOf(positionals, shard));
