import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { expectOneLineError } from '../faults/command-line.ts';
import { BucketServer } from '../harness/bucket-server.ts';
import { addFile, pngOf } from '../harness/files.ts';
import { type Outstep, startOutstep, type TestKey } from '../harness/outstep.ts';
import { runOutstep } from '../harness/process.ts';

const CANNOT = 'the file bucket (OUTSTEP_FILES) cannot be used';
const credentials = { AWS_ACCESS_KEY_ID: 'somebody', AWS_SECRET_ACCESS_KEY: 'something' };

let server: BucketServer;
let outstep: Outstep;
let key: TestKey;
let url: string;

beforeAll(async () => {
  // Commands run in this process, where the SDK finds the credentials by itself.
  Object.assign(process.env, credentials);
  server = await BucketServer.start();
  url = `s3://files/shop?endpoint=${server.endpoint}`;
  outstep = await startOutstep({ env: { OUTSTEP_FILES: url, ...credentials } });
  key = await outstep.newKey(await outstep.newStore(), 'write');
});
afterEach(() => {
  server.fault = () => null;
});
afterAll(async () => {
  await outstep.close();
  await server.close();
  for (const name of Object.keys(credentials)) delete process.env[name];
});

const run = (args: string[], env = {}) => runOutstep({ ...outstep.env, ...env }, args);
const get = (file: string) => fetch(`${outstep.origin}/files/${key.storeId}/${file}`);
const objectOf = (file: string) => server.objects.get(`shop/${key.storeId}/${file}`);

describe('an image', () => {
  test('is added, served and deleted', async () => {
    const file = await addFile(outstep, key.storeId, 'logo.png', await pngOf(40, 30));
    const answer = await get(file);
    expect(answer.status).toBe(200);
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(objectOf(file)?.bytes);
    expect((await outstep.call(key, 'DELETE', '/api/v1/files', { key: file })).status).toBe(200);
    expect(objectOf(file)).toBeUndefined();
    expect((await get(file)).status).toBe(404);
  });

  test('404 for lost bytes and 503 for an unreachable bucket, without naming it', async () => {
    const file = await addFile(outstep, key.storeId, 'logo.png', await pngOf());
    server.fault = () => 'unanswered';
    const answer = await get(file);
    expect([answer.status, await answer.json()]).toEqual([503, { error: `${CANNOT}: it does not respond` }]);
    server.fault = () => null;
    server.objects.delete(`shop/${key.storeId}/${file}`);
    expect((await get(file)).status).toBe(404);
  });

  test('never delivers a damaged file in full, nor lets a cache keep the error', async () => {
    const damaged = async (bytes: Buffer) => {
      const file = await addFile(outstep, key.storeId, 'photo.png', bytes);
      const object = objectOf(file);
      if (object) object.bytes = Buffer.from(object.bytes).reverse();
      return get(file);
    };
    // The damage is detected before anything was sent.
    const answer = await damaged(await pngOf());
    expect([answer.status, await answer.json()]).toEqual([
      503,
      { error: 'the stored file is damaged; upload it again' },
    ]);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    // The damage is detected after most of it was sent.
    const noise = await sharp(randomBytes(600 * 600 * 3), { raw: { width: 600, height: 600, channels: 3 } })
      .png()
      .toBuffer();
    const begun = await damaged(noise);
    expect(begun.status).toBe(200);
    await expect(begun.arrayBuffer()).rejects.toThrow('terminated');
  });
});

describe('doctor', () => {
  const filesOf = async (env = {}) => {
    const { stdout } = await run(['doctor', '--json'], env);
    const { findings } = JSON.parse(stdout) as { findings: { check: string }[] };
    return findings.find(({ check }) => check === 'files');
  };

  test('writes, reads and deletes', async () => {
    const detail = `can be written, read and deleted in s3://files/shop/ at ${server.endpoint}`;
    expect(await filesOf()).toEqual({ check: 'files', ok: true, detail });
    expect([...server.objects.keys()].filter((name) => name.includes('.probe'))).toEqual([]);
  });

  test('explains the problem', async () => {
    const OUTSTEP_FILES = `s3://another?endpoint=${server.endpoint}`;
    const wrong = { check: 'files', ok: false };
    expect(await filesOf({ OUTSTEP_FILES })).toEqual({
      ...wrong,
      detail: `${CANNOT}: there is no such bucket`,
    });
    server.fault = ({ method }) => (method === 'DELETE' ? 'unanswered' : null);
    expect(await filesOf()).toEqual({ ...wrong, detail: `${CANNOT}: it does not respond` });
  });

  test('rejects credentials in the setting without repeating them', async () => {
    const { code, stdout } = await run(['doctor'], { OUTSTEP_FILES: 's3://me:hunter2@files' });
    expect(code).toBe(1);
    expect(stdout).toMatch(/OUTSTEP_FILES: must not hold credentials; .*AWS_ACCESS_KEY_ID/);
    expect(stdout).not.toContain('hunter2');
  });
});

test('maintain deletes stray files older than eight days and unfinished uploads', async () => {
  const kept = await addFile(outstep, key.storeId, 'kept.png', await pngOf());
  const old = new Date(Date.now() - (8 * 24 + 1) * 3_600_000);
  const name = (sign: string, storeId = key.storeId) => `shop/${storeId}/f_${sign.repeat(26)}.png`;
  const placeObject = (path: string, at: Date) =>
    server.objects.set(path, { bytes: Buffer.alloc(1), headers: {}, at });
  const object = objectOf(kept);
  if (object) object.at = old;
  placeObject(name('1'), old);
  placeObject(name('2'), new Date());
  placeObject(name('3', outstep.core.runtime.newId()), old);
  const upload = { parts: new Map(), headers: {} };
  server.uploads.set('old', { ...upload, name: name('4'), at: old });
  server.uploads.set('young', { ...upload, name: name('5'), at: new Date() });
  const before = server.objects.size;
  const swept = await run(['maintain', '--json']);
  expect(JSON.parse(swept.stdout)).toMatchObject({ filesSwept: 2 });
  expect(server.objects.has(name('1'))).toBe(false);
  expect(server.objects.size).toBe(before - 1);
  expect([...server.uploads.keys()]).toEqual(['young']);
  server.uploads.clear();
});

describe('files copy', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'outstep-copied-'));
    server.objects.clear();
    for (const name of ['a.png', 'b.png']) await addFile(outstep, key.storeId, name, await pngOf());
  });
  afterAll(() => rm(folder, { recursive: true }));
  const copy = (...args: string[]) => run(['files', 'copy', ...args]);

  test('copies missing files and reports the counts', async () => {
    expect(await copy('--from', url, '--to', folder)).toMatchObject({
      code: 0,
      stdout: 'copied: 2\npresent: 0\ngone: 0\ndamaged: 0\ncomplete: true\n',
    });
    const again = await copy('--from', `dir:${folder}`, '--to', url, '--json');
    expect(JSON.parse(again.stdout)).toEqual({ copied: 0, present: 2, gone: 0, damaged: 0, complete: true });
  });

  test('exits with 1 and names damaged files', async () => {
    const [name, object] = [...server.objects][0] ?? [];
    if (object) object.bytes = Buffer.from(object.bytes).reverse();
    const { code, stdout, stderr } = await copy('--from', url, '--to', join(folder, 'again'), '--json');
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toEqual({ copied: 1, present: 0, gone: 0, damaged: 1, complete: false });
    expect(stderr).toBe(`damaged: ${name?.slice('shop/'.length)}\n`);
  });

  test('fails when the backup lacks a file', async () => {
    const backup = await run(['backup', join(folder, 'backup')]);
    expectOneLineError(backup, /^outstep: these files are damaged: [0-9a-f-]{36}\/f_\w+\.png\n$/);
  });

  test('prints the error in one sentence', async () => {
    expectOneLineError(await copy('--from', folder), /usage: outstep files copy --from/);
    expectOneLineError(await copy('--from', folder, '--too', url), /Unknown option '--too'/);
    expectOneLineError(
      await copy('--from', 's3://a:hunter2@files', '--to', folder),
      /--from: must not hold credentials/,
    );
    expectOneLineError(await copy('--from', folder, '--to', 'ftp://host'), /--to: must be dir:/);
    const { code, stderr } = await copy('--from', folder, '--to', `s3://another?endpoint=${server.endpoint}`);
    expect(code).toBe(1);
    expect(stderr).toContain(`${CANNOT}: there is no such bucket`);
  });
});
