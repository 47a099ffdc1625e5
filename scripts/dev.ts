import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { createServer } from 'vite';
import { METRICS_PORTS } from './observe-ports.ts';

/**
 * The whole product in one terminal: creates `.env` and the database on the first run, migrates and serves.
 * The app is served from source, in front of the API, so changes to it are visible at once; changes to the
 * server restart it.
 */
const defaultUrl = 'postgres://outstep:outstep@127.0.0.1:5432/outstep';

if (!existsSync('.env')) {
  const lines = [
    `DATABASE_URL=${defaultUrl}`,
    'REDIS_URL=redis://127.0.0.1:6379',
    '# Seals every secret of this installation. Losing it loses them.',
    `OUTSTEP_MASTER_KEY=${randomBytes(32).toString('base64')}`,
    'PORT=3000',
  ];
  writeFileSync('.env', `${lines.join('\n')}\n`, { mode: 0o600 });
  console.log('wrote .env with a fresh master key');
}
process.loadEnvFile('.env');

async function ensureDatabase(url: string) {
  const target = new URL(url);
  const name = target.pathname.slice(1);
  target.pathname = '/postgres';
  const client = new pg.Client({ connectionString: target.toString() });
  await client.connect();
  const { rowCount } = await client.query('select from pg_database where datname = $1', [name]);
  if (rowCount === 0) {
    await client.query(`create database ${client.escapeIdentifier(name)}`);
    console.log(`created the database ${name}`);
  }
  await client.end();
}

try {
  await ensureDatabase(process.env['DATABASE_URL'] ?? defaultUrl);
} catch (error) {
  const cause = error instanceof AggregateError ? error.errors[0] : error;
  console.error(`the database of DATABASE_URL (.env): ${cause.message}; ./scripts/bootstrap starts one`);
  process.exit(1);
}

const port = Number(process.env['PORT'] ?? 3000);
const apiPort = port + 1;
const origin = `http://localhost:${port}`;

const app = await createServer({
  root: 'web',
  clearScreen: false,
  server: {
    port,
    strictPort: true,
    proxy: {
      '^/(api|app|docs|openapi.json|llms.txt|healthz|readyz|platforms|files|download|unsubscribe|mail-assets|guides)(/|$|\\?)': `http://127.0.0.1:${apiPort}`,
    },
  },
});
await app.listen();
const server = spawn('node', ['server/src/main.ts', 'serve', '--watch'], {
  stdio: 'inherit',
  env: {
    // Anyone may create an account on a developer's machine.
    OUTSTEP_SIGN_UP: 'open',
    OUTSTEP_BASE_URL: origin,
    ...METRICS_PORTS,
    ...process.env,
    PORT: String(apiPort),
  },
});

/**
 * Prints the address once the API responds: the first start migrates and starts the engine, and pages are
 * empty until then.
 */
async function announce() {
  const isUp = () =>
    fetch(`http://127.0.0.1:${apiPort}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    );
  while (server.exitCode === null && !(await isUp())) await sleep(250);
  if (server.exitCode === null) console.log(`\nOutstep on ${origin} (reference: /docs). Ctrl-C ends it.\n`);
}
void announce();

process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => server.kill('SIGTERM'));
server.on('exit', async (code) => {
  await app.close();
  process.exit(code ?? 0);
});
