import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';

/** Why a database could not be dumped or restored, for operators. */
export class DumpError extends Error {}

/** Passes the password in the environment, because everyone on the machine can see arguments. */
function connectionOf(url: string): { dbname: string; env: NodeJS.ProcessEnv } {
  const address = new URL(url);
  const password = decodeURIComponent(address.password);
  address.password = '';
  const { PATH, HOME } = process.env;
  const given = Object.entries(process.env).filter(([name]) => name.startsWith('PG'));
  const env = { PATH, HOME, ...Object.fromEntries(given), ...(password && { PGPASSWORD: password }) };
  return { dbname: address.toString(), env: { ...env, LC_ALL: 'C' } };
}

async function run(program: string, url: string, args: string[]): Promise<void> {
  const { dbname, env } = connectionOf(url);
  const child = spawn(program, [`--dbname=${dbname}`, '--no-password', ...args], {
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const output = text(child.stderr);
  const [code] = await once(child, 'close').catch((error: NodeJS.ErrnoException) => {
    throw new DumpError(
      error.code === 'ENOENT'
        ? `${program} is not installed; it comes with PostgreSQL's client programs`
        : `${program}: ${error.message}`,
    );
  });
  if (code !== 0) throw new DumpError((await output).trim() || `${program} ended with ${code}`);
}

/** Leaves out owners and grants: `migrate` restores them wherever the dump is restored. */
const WITHOUT_ROLES = ['--no-owner', '--no-acl'];

/** A snapshot of everything that the login can see, which must be everything: see `requireOperator`. */
export const dumpDatabase = (url: string, file: string) =>
  run('pg_dump', url, ['--format=custom', '--enable-row-security', ...WITHOUT_ROLES, `--file=${file}`]);

/** All or nothing. */
export const restoreDatabase = (url: string, file: string) =>
  run('pg_restore', url, ['--single-transaction', '--exit-on-error', ...WITHOUT_ROLES, file]);
