import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { ANNOUNCED_SECONDS } from '../../src/processes/announcement.ts';
import { Browser } from '../app/browser.ts';
import { type Outstep, startOutstep } from '../harness/outstep.ts';
import { withClient } from '../harness/postgres.ts';
import { type Env, runOutstep, runOutstepProcess, startApi, startWorker } from '../harness/process.ts';
import { isFullSize } from '../harness/size.ts';
import { TcpProxy } from '../harness/tcp-proxy.ts';

const [oldKey, newKey] = [randomBytes(32).toString('base64'), randomBytes(32).toString('base64')];
/** A process checks again every ten seconds, whatever the speed of the machine. */
const PATIENT = { timeout: 60_000, interval: 200 };

let outstep: Outstep;
const ends: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

/** An installation with the old key, whose API processes have no other. */
async function underOldKey(processes = 1) {
  outstep = await startOutstep({ processes, env: { OUTSTEP_MASTER_KEY: oldKey } });
  ends.push(() => outstep.close());
  await outstep.newStore();
}

const url = () => String(outstep.env['DATABASE_URL']);
const query = async <Row>(text: string): Promise<Row[]> =>
  withClient(url(), async (client) => (await client.query(text)).rows);
const bothKeys = (): Env => ({
  ...outstep.env,
  OUTSTEP_MASTER_KEY: newKey,
  OUTSTEP_MASTER_KEY_PREVIOUS: oldKey,
});
const rotate = () => runOutstep(bothKeys(), ['master-key', 'rotate', '--json']);
const keysInUse = () => query('select distinct master_key_id from store_keys');

test('rotate fails while a process lacks the new key, naming it, and ignores one that was killed', async () => {
  await underOldKey();
  const [api] = outstep.apis;
  if (!api) throw new Error('no process');
  const before = await keysInUse();
  const named = `api on ${hostname()} (process ${api.child.pid}, seen `;
  const refused = await rotate();
  expect(refused.code).toBe(1);
  expect(refused.stderr).toContain(`these processes do not know the new master key: ${named}`);
  const doctor = await runOutstep(bothKeys(), ['doctor', '--json']);
  const finding = JSON.parse(doctor.stdout).findings.find(
    ({ check }: { check: string }) => check === 'master key',
  );
  expect(finding).toMatchObject({ ok: false, detail: expect.stringContaining(named) });

  // A killed process cannot report that it has ended.
  api.child.kill('SIGKILL');
  if (api.child.signalCode === null) await once(api.child, 'exit');
  const atOnce = await rotate();
  expect(atOnce.stderr).toContain(named);
  expect(await keysInUse(), 'nothing was rewrapped').toEqual(before);
  if (isFullSize) await sleep(1000 * (ANNOUNCED_SECONDS + 1));
  else await query(`update running_processes set seen_at = seen_at - interval '${ANNOUNCED_SECONDS} s'`);

  // Processes with the new key don't block the rotation, and one that stops in an orderly way leaves no entry
  // behind.
  const ready = await startApi(bothKeys());
  expect(await rotate()).toMatchObject({ code: 0, stderr: expect.not.stringContaining(named) });
  expect(await keysInUse()).not.toEqual(before);
  expect(await ready.stop()).toBe(0);
  expect(await query(`select kind from running_processes where pid = ${ready.child.pid}`)).toEqual([]);
});

test('a process with the old key does not start during a rotation', async () => {
  await underOldKey(0);
  // Updating a page of keys waits until the gate is open.
  await query(`
    create table gate ();
    create function wait_for_gate() returns trigger language plpgsql as $$
      begin
        while not exists (select from gate) loop perform pg_sleep(0.05); end loop;
        return new;
      end $$;
    create trigger waits before update on store_keys for each row execute function wait_for_gate()`);
  const rotating = rotate();
  const locks = async (granted: boolean) =>
    (
      await query<object>(
        `select from pg_locks where granted = ${granted} and locktype = 'advisory'
           and database = (select oid from pg_database where datname = current_database())`,
      )
    ).length;
  await expect.poll(() => locks(true), PATIENT).toBeGreaterThan(0);
  const starting = runOutstepProcess({ ...outstep.env, PORT: '0' }, ['api']);
  await expect.poll(() => locks(false), { ...PATIENT, interval: 20 }).toBeGreaterThan(0);
  await query('insert into gate default values');
  expect(await rotating).toMatchObject({ code: 0 });
  expect(await starting).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('stored data is encrypted with another master key'),
  });
});

test('without a database at first, an API with a wrong key is not ready and reports why, and a worker exits', async () => {
  await underOldKey(0);
  const proxy = await TcpProxy.to(url());
  ends.push(() => proxy.close());
  await proxy.break('refused');
  const env = { ...outstep.env, DATABASE_URL: proxy.through(url()), OUTSTEP_MASTER_KEY: newKey };
  const [api, worker] = await Promise.all([
    startApi({ ...env, OUTSTEP_BASE_URL: outstep.core.config.baseUrl }),
    startWorker(env),
  ]);
  ends.push(
    () => api.stop(),
    () => worker.stop(),
  );
  const workerExit = once(worker.child, 'exit');
  const readiness = async () => {
    const answer = await fetch(`${api.origin}/readyz`);
    return [answer.status, await answer.json()];
  };
  expect(await readiness()).toEqual([503, { status: 'database not reachable' }]);
  await proxy.mend();
  await expect.poll(readiness, PATIENT).toEqual([503, { status: 'wrong master key' }]);
  await expect
    .poll(() => api.output.join('\n'), PATIENT)
    .toContain('stored data is encrypted with a master key that is not configured');
  const person = new Browser({ ...outstep, origin: api.origin });
  expect((await person.signUp('late')).status).toBe(200);
  expect(await person.send('POST', '/app/api/stores', { name: 'Locked' })).toMatchObject({
    status: 503,
    body: { messages: [{ code: 'master_key_unconfirmed' }] },
  });
  expect(await keysInUse()).toHaveLength(1);

  expect(await workerExit).toEqual([1, null]);
  expect(worker.output.join('\n')).toContain('this worker ends');
});
