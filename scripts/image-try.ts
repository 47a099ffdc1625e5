import { randomBytes } from 'node:crypto';
import { chown, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEngine } from '../server/test/harness/engine.ts';
import { freePort } from '../server/test/harness/free-port.ts';
import {
  databaseUrl,
  dropDatabase,
  randomName,
  serverUrl,
  withClient,
} from '../server/test/harness/postgres.ts';
import { makeImage } from './image.ts';
import { Containers, type RunningContainer } from './image-container.ts';
import { NOT_ROOT } from './image-rules.ts';
import { ensure, requireHealthy, runOnboarding, timed, untilReady } from './onboarding-smoke.ts';

/**
 * `npm run image:try`: builds the image, starts it as migrate, api and worker, and goes through an operator's
 * first minutes with it: not as root, and with only the data folder and /tmp writable.
 */

/** Tests what a process in the container may do, and prints the results as JSON. */
const PROBE = `
const { writeFileSync } = require('node:fs');
const tried = (path) => { try { writeFileSync(path, ''); return 'written'; } catch ({ code }) { return code; } };
console.log(JSON.stringify({ uid: process.getuid(), root: tried('/opt/outstep/x'), etc: tried('/etc/x'), tmp: tried('/tmp/x'), data: tried('/var/lib/outstep/x') }));
`;
const ALLOWED = { uid: NOT_ROOT, root: 'EROFS', etc: 'EROFS', tmp: 'written', data: 'written' };

async function main() {
  const folder = await mkdtemp(join(tmpdir(), 'outstep-image-'));
  const data = join(folder, 'data');
  await mkdir(data);
  await chown(data, NOT_ROOT, NOT_ROOT);
  const name = randomName('outstep_image');
  const [port, workerPort] = await Promise.all([freePort(), freePort()]);
  const origin = `http://localhost:${port}`;
  const running: RunningContainer[] = [];
  let engine: Awaited<ReturnType<typeof startEngine>> | undefined;
  try {
    const image = await timed('npm run image', () => makeImage(folder, process.argv.slice(2)));
    console.log(`          ${(image.bytes / 1e6).toFixed(0)} MB, ${image.files} files`);
    const containers = await timed('unpack', () => Containers.unpack(image.layout, image.name, folder));
    ensure(containers.user === NOT_ROOT, 'the user of the image', containers.user);
    await withClient(serverUrl.toString(), (client) => client.query(`create database ${name}`));
    engine = await startEngine();
    const env = {
      DATABASE_URL: databaseUrl(name),
      REDIS_URL: process.env['OUTSTEP_TEST_REDIS_URL'] ?? 'redis://127.0.0.1:6379',
      OUTSTEP_MASTER_KEY: randomBytes(32).toString('base64'),
      HOST: '127.0.0.1',
      PORT: String(port),
      OUTSTEP_WORKER_PORT: String(workerPort),
      OUTSTEP_DRAIN_MS: '0',
      ...engine.env,
    };
    const probed = JSON.parse(await containers.run([PROBE], env, data, ['/usr/bin/node', '-e']));
    ensure(JSON.stringify(probed) === JSON.stringify(ALLOWED), 'what can be written', probed);
    await timed('outstep migrate', () => containers.run(['migrate'], env, data));
    await timed('outstep api, outstep worker', async () => {
      for (const role of ['api', 'worker']) running.push(await containers.start([role], env, data));
      await untilReady(origin, () => {
        for (const { child } of running) ensure(child.exitCode === null, 'ended with', child.exitCode);
      });
    });
    const { setupCode } = JSON.parse(await containers.run(['setup-code', '--json'], env, data));
    await runOnboarding(origin, setupCode);
    await timed('outstep doctor', async () =>
      requireHealthy(JSON.parse(await containers.run(['doctor', '--json'], env, data))),
    );
    await timed('stop', async () => {
      for (const container of running) {
        const code = await container.stop();
        ensure(code === 0, 'a container ended with', code);
      }
    });
  } catch (error) {
    for (const { output } of running) console.error(output.join('').split('\n').slice(-20).join('\n'));
    throw error;
  } finally {
    for (const container of running) await container.stop();
    await engine?.close();
    await dropDatabase(name);
    await rm(folder, { recursive: true, force: true });
  }
}

await main();
