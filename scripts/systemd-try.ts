import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startEngine } from '../server/test/harness/engine.ts';
import { freePort } from '../server/test/harness/free-port.ts';
import {
  databaseUrl,
  dropDatabase,
  randomName,
  serverUrl,
  withClient,
} from '../server/test/harness/postgres.ts';
import { installFromLock } from './install-package.ts';
import { ensure, pollUntil, runOnboarding, timed, untilReady } from './onboarding-smoke.ts';
import { makePackage } from './package.ts';
import { SystemdMachine } from './systemd-machine.ts';

/**
 * `npm run systemd:try`: installs the units of deploy/systemd on a separate machine with its own systemd, and
 * goes through an operator's first minutes with them: only this test detects hardening that blocks what the
 * product needs.
 */
const units = fileURLToPath(new URL('../deploy/systemd', import.meta.url));

/** A field of a process's status in /proc. */
const lineOf = (status: string, name: string) => new RegExp(`^${name}:\\s+(.*)$`, 'm').exec(status)?.[1];

async function requireConfined(machine: SystemdMachine, unit: string) {
  const pid = (await machine.run('systemctl', 'show', '--property=MainPID', '--value', unit)).trim();
  const status = await machine.run('cat', `/proc/${pid}/status`);
  const uid = (await machine.run('id', '-u', 'outstep')).trim();
  ensure(lineOf(status, 'Uid')?.split('\t')[0] === uid && uid !== '0', `the user of ${unit}`, status);
  ensure(lineOf(status, 'NoNewPrivs') === '1', `new privileges of ${unit}`, status);
  ensure(lineOf(status, 'Seccomp') === '2', `system calls of ${unit}`, status);
  ensure(Number(`0x${lineOf(status, 'CapBnd')}`) === 0, `capabilities of ${unit}`, status);
}

/** Fails unless the unit has ended successfully. */
async function untilEnded(machine: SystemdMachine, unit: string) {
  const shown = await pollUntil(`the end of ${unit}`, async () => {
    const text = await machine.run('systemctl', 'show', '--property=ActiveState,Result,ExecMainStatus', unit);
    return /^ActiveState=(?:inactive|failed)$/m.test(text) && text;
  });
  for (const line of ['ActiveState=inactive', 'Result=success', 'ExecMainStatus=0'])
    ensure(shown.split('\n').includes(line), unit, shown);
}

async function main() {
  const folder = await mkdtemp(join(tmpdir(), 'outstep-systemd-'));
  const [prefix, room] = [join(folder, 'prefix'), join(folder, 'room')];
  await Promise.all([prefix, room].map((path) => mkdir(path)));
  const name = randomName('outstep_systemd');
  const [port, workerPort, ...enginePorts] = await Promise.all([1, 2, 3, 4, 5].map(() => freePort()));
  const origin = `http://localhost:${port}`;
  let engine: Awaited<ReturnType<typeof startEngine>> | undefined;
  let started: SystemdMachine | undefined;
  const ended = () => ensure(started?.isRunning === true, 'systemd', 'ended');
  try {
    await withClient(serverUrl.toString(), (client) => client.query(`create database ${name}`));
    await timed('install', async () => installFromLock((await makePackage(folder)).path, prefix));
    engine = await startEngine();
    const settings = {
      DATABASE_URL: databaseUrl(name),
      REDIS_URL: process.env['OUTSTEP_TEST_REDIS_URL'] ?? 'redis://127.0.0.1:6379',
      OUTSTEP_MASTER_KEY: randomBytes(32).toString('base64'),
      PORT: String(port),
      OUTSTEP_WORKER_PORT: String(workerPort),
      OUTSTEP_ENGINE_PORTS: enginePorts.join(','),
      OUTSTEP_DRAIN_MS: '0',
      ...engine.env,
    };
    const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`);
    await writeFile(join(folder, '.env'), lines.join(''));
    const machine = SystemdMachine.start({ units, prefix, settings: join(folder, '.env'), room });
    started = machine;
    const run = machine.run.bind(machine);
    await pollUntil('systemd', () => {
      ended();
      return run('systemctl', 'is-active', 'default.target').catch(() => null);
    });
    await timed('systemctl start outstep.target', async () => {
      await run('systemctl', 'start', 'outstep.target');
      await untilReady(origin, ended);
    });
    await untilEnded(machine, 'outstep-migrate');
    for (const unit of ['outstep-api', 'outstep-worker']) await requireConfined(machine, unit);
    const outstep = [
      '-C',
      '/etc/outstep',
      'PATH=/usr/local/bin:/usr/bin:/bin',
      '/opt/outstep/node_modules/.bin/outstep',
    ];
    const { setupCode } = JSON.parse(await run('env', '-i', ...outstep, 'setup-code', '--json'));
    ensure(!(await run('cat', '/var/log/outstep.log')).includes(setupCode), 'the log', 'has the setup code');
    await runOnboarding(origin, setupCode);
    await timed('systemctl stop outstep.target', async () => {
      await run('systemctl', 'stop', 'outstep.target');
      for (const unit of ['outstep-api', 'outstep-worker']) await untilEnded(machine, unit);
    });
    // Uses its own engine from now on.
    await run('sed', '-i', '-E', '/^(RESTATE_|OUTSTEP_ENGINE_IDENTITY)/d', '/etc/outstep/.env');
    await timed('systemctl start outstep-serve', async () => {
      await run('systemctl', 'start', 'outstep-serve');
      await untilReady(origin, ended);
    });
    await requireConfined(machine, 'outstep-serve');
    await timed('systemctl stop outstep-serve', async () => {
      await run('systemctl', 'stop', 'outstep-serve');
      await untilEnded(machine, 'outstep-serve');
    });
  } catch (error) {
    console.error(await started?.run('tail', '-n', '40', '/var/log/outstep.log').catch(() => ''));
    console.error(await started?.run('systemctl', 'list-units', '--all', 'outstep*').catch(() => ''));
    throw error;
  } finally {
    await started?.close();
    await engine?.close();
    await dropDatabase(name);
    await rm(folder, { recursive: true, force: true });
  }
}

await main();
