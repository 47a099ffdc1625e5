import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, writeFileSync } from 'node:fs';
import pg from 'pg';

/**
 * The whole product on one terminal: makes `.env` and the database on the first run, migrates, builds the page
 * and serves. Changes of the server's sources restart it.
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

function must(command: string, args: string[]) {
  const { status } = spawnSync(command, args, { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}

try {
  await ensureDatabase(process.env['DATABASE_URL'] ?? defaultUrl);
} catch (error) {
  const cause = error instanceof AggregateError ? error.errors[0] : error;
  console.error(`the database of DATABASE_URL (.env): ${cause.message}; ./scripts/bootstrap starts one`);
  process.exit(1);
}
must('npm', ['run', '-s', 'build', '-w', 'web']);
console.log(
  `\nOutstep on http://localhost:${process.env['PORT'] ?? 3000} (reference: /docs). Ctrl-C ends it.\n`,
);
const server = spawn('node', ['server/src/main.ts', 'serve', '--watch'], { stdio: 'inherit' });
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => server.kill('SIGTERM'));
server.on('exit', (code) => process.exit(code ?? 0));
