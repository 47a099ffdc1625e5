import { execFile } from 'node:child_process';
import { chmod, cp, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { requirePrograms } from '../harness/haproxy.ts';

const run = promisify(execFile);
const folder = fileURLToPath(new URL('../../../deploy/systemd', import.meta.url));
const services = (await readdir(folder)).filter((name) => name.endsWith('.service'));

/** Out of ten; systemd rates anything below 5.0 as OK. */
const MAX_EXPOSURE = 3.0;

let root: string;

beforeAll(async () => {
  requirePrograms({ 'systemd-analyze': 'systemd' });
  // A folder that looks to systemd like a machine on which the units are installed.
  root = await mkdtemp(join(tmpdir(), 'outstep-units-'));
  await cp(folder, join(root, 'etc/systemd/system'), { recursive: true });
  for (const program of ['opt/outstep/node_modules/.bin/outstep', 'bin/sh']) {
    await mkdir(join(root, program, '..'), { recursive: true });
    await writeFile(join(root, program), '');
    await chmod(join(root, program), 0o755);
  }
});
afterAll(() => rm(root, { recursive: true, force: true }));

test.each(services)('%s has a low exposure score', async (name) => {
  const { stdout } = await run('systemd-analyze', [
    ...['security', '--no-pager', '--offline=true', `--root=${root}`, name],
  ]);
  const exposure = /Overall exposure level for \S+: ([\d.]+)/.exec(stdout)?.[1];
  expect(Number(exposure)).toBeLessThanOrEqual(MAX_EXPOSURE);
});

test.each([...services, 'outstep.target'])('%s is accepted by systemd', async (name) => {
  const args = ['verify', '--man=no', '--recursive-errors=no', `--root=${root}`, name];
  const { stderr } = await run('systemd-analyze', args);
  expect(stderr).toBe('');
});
