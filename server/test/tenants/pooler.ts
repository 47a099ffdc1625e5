import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../harness/free-port.ts';
import { serverUrl, withClient } from '../harness/postgres.ts';
import type { Env } from '../harness/process.ts';

export interface Pooler {
  /** The same database, reached through the pooler. */
  through(databaseUrl: string): string;
  stop(): Promise<void>;
}

/** The settings of an API process behind the pooler; this PgBouncer cannot keep prepared statements apart. */
export const pooledEnv = (pooler: Pooler, plain: Env): Env => ({
  DATABASE_URL: pooler.through(plain['DATABASE_URL'] ?? ''),
  OUTSTEP_PREPARED_STATEMENTS: 'false',
});

const quoted = (text: string) => `'${decodeURIComponent(text).replaceAll("'", "''")}'`;

/** One server connection in transaction mode: the next caller gets whatever a transaction leaves behind. */
const settings = (port: number) => `
[databases]
* = host=${serverUrl.hostname} port=${serverUrl.port || 5432} user=${quoted(serverUrl.username)} password=${quoted(serverUrl.password)}

[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 1
max_db_connections = 1
max_client_conn = 200
ignore_startup_parameters = extra_float_digits
`;

async function answers(url: string): Promise<boolean> {
  return withClient(url, async (client) => {
    await client.query('select 1');
    return true;
  }).catch(() => false);
}

export async function startPooler(): Promise<Pooler> {
  const folder = await mkdtemp(join(tmpdir(), 'outstep-pooler-'));
  const port = await freePort();
  const file = join(folder, 'pgbouncer.ini');
  await writeFile(file, settings(port));
  // PgBouncer refuses to run as root, and the user it becomes must be able to read this.
  await chmod(folder, 0o755);
  const user = process.getuid?.() === 0 ? ['-u', 'postgres'] : [];
  const child = spawn('pgbouncer', [...user, file], {
    env: { PATH: `${process.env['PATH']}:/usr/sbin` },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (chunk) => {
    said += chunk;
  });
  const exited = once(child, 'exit').catch((error: Error) => {
    said += `${error.message}; PgBouncer must be installed`;
  });
  const through = (databaseUrl: string) => {
    const url = new URL(databaseUrl);
    url.hostname = '127.0.0.1';
    url.port = String(port);
    return url.toString();
  };
  const stop = async () => {
    child.kill('SIGTERM');
    await exited;
    await rm(folder, { recursive: true });
  };
  let ended = false;
  void exited.then(() => {
    ended = true;
  });
  for (let tries = 0; !(await answers(through(serverUrl.toString()))); tries++) {
    if (ended || tries > 100) {
      await stop();
      throw new Error(`pgbouncer does not answer:\n${said}`);
    }
    await sleep(50);
  }
  return { through, stop };
}
