import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '../server/test/harness/free-port.ts';
import { databaseUrl, dropDatabase, randomName } from '../server/test/harness/postgres.ts';
import { installByNpm, installFromLock } from './install-package.ts';
import { ensure, requireHealthy, runOnboarding, timed, untilReady } from './onboarding-smoke.ts';
import { makePackage } from './package.ts';

/**
 * `npm run release:try`: packs what would be published, installs it into an empty folder and goes through an
 * operator's first minutes with it, timing each part. `--from-lock` uses the dependencies that are already
 * installed here, which takes seconds.
 */
async function main(install: typeof installByNpm) {
  const folder = await mkdtemp(join(tmpdir(), 'outstep-release-'));
  const work = join(folder, 'work');
  await mkdir(work);
  const name = randomName('outstep_release');
  const [port, workerPort, ...enginePorts] = await Promise.all([1, 2, 3, 4, 5].map(() => freePort()));
  const origin = `http://localhost:${port}`;
  const env = {
    PATH: process.env['PATH'] ?? '',
    HOME: folder,
    OUTSTEP_WORKER_PORT: String(workerPort),
    OUTSTEP_ENGINE_PORTS: enginePorts.join(','),
    OUTSTEP_DRAIN_MS: '0',
  };
  let command = '';
  let serve: ChildProcess | undefined;
  const output: string[] = [];

  const outstep = async (...args: string[]) => {
    const ran = promisify(execFile)(command, [...args, '--json'], { cwd: work, env });
    const { stdout } = await ran.catch((error) => {
      if (args[0] === 'doctor') return error;
      throw new Error(error.stderr || error.message);
    });
    return JSON.parse(stdout);
  };

  try {
    const { path, size, files } = await timed('npm pack', () => makePackage(folder));
    console.log(`          ${(size / 1e6).toFixed(1)} MB, ${files.length} files`);
    command = await timed('install', () => install(path, folder));
    const { setupCode } = await timed('outstep init', () =>
      outstep(
        ...['init', '--yes', '--database-url', databaseUrl(name), '--port', String(port)],
        ...['--redis-url', process.env['OUTSTEP_TEST_REDIS_URL'] ?? 'redis://127.0.0.1:6379'],
      ),
    );
    await timed('outstep serve', async () => {
      serve = spawn(command, ['serve'], { cwd: work, env, stdio: ['ignore', 'pipe', 'pipe'] });
      for (const stream of [serve.stdout, serve.stderr])
        stream?.on('data', (data) => output.push(String(data)));
      await untilReady(origin, () => {
        if (serve?.exitCode !== null) throw new Error(`serve ended:\n${output.join('')}`);
      });
    });
    await runOnboarding(origin, setupCode);
    await timed('outstep doctor', async () => requireHealthy(await outstep('doctor')));
    await timed('stop', async () => {
      serve?.kill('SIGTERM');
      const [code] = await once(serve as ChildProcess, 'exit');
      ensure(code === 0, 'serve ended with', code);
    });
  } catch (error) {
    if (output.length > 0) console.error(output.join('').split('\n').slice(-30).join('\n'));
    throw error;
  } finally {
    if (serve && serve.exitCode === null && serve.signalCode === null) {
      const gone = once(serve, 'exit');
      serve.kill('SIGTERM');
      await gone;
    }
    await dropDatabase(name);
    await rm(folder, { recursive: true, force: true });
  }
}

await main(process.argv.includes('--from-lock') ? installFromLock : installByNpm);
