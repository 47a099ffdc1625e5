import { mkdir, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addFile, pngOf } from '../harness/files.ts';
import type { Outstep, TestKey } from '../harness/outstep.ts';
import { sharedOutstep } from '../harness/shared.ts';

let outstep: Outstep;
let key: TestKey;
let picture: string;

beforeAll(async () => {
  outstep = await sharedOutstep();
  key = await outstep.newKey(await outstep.newStore(), 'write');
  picture = await addFile(outstep, key.storeId, 'Łogo "1".png', await pngOf(20, 10));
});
afterAll(() => outstep?.close());

const pathOf = (name = picture, storeId = key.storeId) => `/files/${storeId}/${name}`;
const get = (path: string, init: RequestInit = {}) => fetch(outstep.origin + path, init);

/** Sends the path as it is; `fetch` would normalize it. */
const raw = (path: string): Promise<{ status: number | undefined; body: string }> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(outstep.origin);
    request({ hostname, port, path }, (answer) => {
      let body = '';
      answer.on('data', (chunk) => {
        body += chunk;
      });
      answer.on('end', () => resolve({ status: answer.statusCode, body }));
    })
      .on('error', reject)
      .end();
  });

const NOT_FOUND = '{"error":"not found"}';

describe('a picture', () => {
  test('serves a picture to anyone with its own content type only (contract: Senders, secrets, files 7)', async () => {
    const answer = await get(pathOf());
    expect(answer.status).toBe(200);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/png',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cross-origin-resource-policy': 'cross-origin',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-disposition': `inline; filename="_ogo _1_.png"; filename*=UTF-8''%C5%81ogo%20%221%22.png`,
      etag: `"${picture}"`,
    });
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect(Number(answer.headers.get('content-length'))).toBe(bytes.length);
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'png', width: 20, height: 10 });
  });

  test('HEAD has the same headers and no body', async () => {
    const [whole, head] = [await get(pathOf()), await get(pathOf(), { method: 'HEAD' })];
    const seen = ({ headers }: Response) =>
      [...headers].filter(([name]) => !['date', 'x-request-id', 'connection', 'keep-alive'].includes(name));
    expect(head.status).toBe(200);
    expect(seen(head)).toEqual(seen(whole));
    expect(await head.text()).toBe('');
    await whole.arrayBuffer();
  });

  test.each([
    (etag: string) => etag,
    (etag: string) => `W/${etag}`,
    (etag: string) => `"other", ${etag}`,
    () => '*',
  ])('304 when If-None-Match matches', async (tagOf) => {
    const answer = await get(pathOf(), { headers: { 'if-none-match': tagOf(`"${picture}"`) } });
    expect([answer.status, await answer.text()]).toEqual([304, '']);
    expect(answer.headers.get('etag')).toBe(`"${picture}"`);
    expect(answer.headers.get('cache-control')).toContain('immutable');
  });

  test('200 when If-None-Match differs', async () => {
    const answer = await get(pathOf(), { headers: { 'if-none-match': '"other"' } });
    expect(answer.status).toBe(200);
    await answer.arrayBuffer();
  });

  test('405 for every other method', async () => {
    for (const method of ['POST', 'PUT', 'DELETE']) {
      const answer = await get(pathOf(), { method });
      expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
    }
  });

  test('ignores a query string', async () => {
    const answer = await get(`${pathOf()}?utm=%2e%2e`);
    expect(answer.status).toBe(200);
    await answer.arrayBuffer();
  });

  test('404 right after deletion, also with a matching If-None-Match', async () => {
    const doomed = await addFile(outstep, key.storeId, 'doomed.png', await pngOf());
    expect((await get(pathOf(doomed), { method: 'HEAD' })).status).toBe(200);
    expect((await outstep.call(key, 'DELETE', '/api/v1/files', { key: doomed })).status).toBe(200);
    for (const headers of [{}, { 'if-none-match': `"${doomed}"` }]) {
      const answer = await get(pathOf(doomed), { headers });
      expect([answer.status, await answer.text()]).toEqual([404, NOT_FOUND]);
    }
  });

  test('404 when its bytes are lost', async () => {
    const lost = await addFile(outstep, key.storeId, 'lost.png', await pngOf());
    const folder = outstep.env['OUTSTEP_FILES']?.replace('dir:', '') ?? '';
    await rm(join(folder, key.storeId, lost));
    const answer = await get(pathOf(lost));
    expect([answer.status, await answer.text()]).toEqual([404, NOT_FOUND]);
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });
});

describe('when the folder cannot be used', () => {
  const folderOf = (storeId: string) =>
    join(outstep.env['OUTSTEP_FILES']?.replace('dir:', '') ?? '', storeId);

  test('503 for a picture, without naming the folder', async () => {
    const storeId = await outstep.newStore();
    const file = await addFile(outstep, storeId, 'logo.png', await pngOf());
    await rm(folderOf(storeId), { recursive: true });
    await writeFile(folderOf(storeId), '');
    const answer = await get(pathOf(file, storeId));
    expect(answer.status).toBe(503);
    expect(await answer.json()).toEqual({
      error: 'the files folder (OUTSTEP_FILES) cannot be used: it is not a folder',
    });
  });

  test('deletes although the folder fails, and serves no leftovers', async () => {
    const own = await outstep.newKey(await outstep.newStore(), 'write');
    const file = await addFile(outstep, own.storeId, 'logo.png', await pngOf());
    // A folder, which cannot be removed the way a file is.
    await rm(join(folderOf(own.storeId), file));
    await mkdir(join(folderOf(own.storeId), file));
    expect((await outstep.call(own, 'DELETE', '/api/v1/files', { key: file })).status).toBe(200);
    expect((await get(pathOf(file, own.storeId))).status).toBe(404);
  });
});

describe('nothing else is served', () => {
  const page = '<!doctype html><script>alert(1)</script>';

  test.each([
    ['page.html', page],
    ['page.png', page],
    ['terms.pdf', '%PDF-1.7\n'],
    ['feed.xml', '<?xml version="1.0"?><feed/>'],
  ])("404 for %s, which isn't a picture", async (name, content) => {
    const file = await addFile(outstep, key.storeId, name, Buffer.from(content));
    const answer = await get(pathOf(file));
    expect([answer.status, await answer.text()]).toEqual([404, NOT_FOUND]);
    expect(answer.headers.get('content-type')).toContain('application/json');
  });

  test('serves an SVG with a script only as its rasterized picture (contract: Senders, secrets, files 7)', async () => {
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>`;
    const file = await addFile(outstep, key.storeId, 'logo.svg', Buffer.from(svg));
    const answer = await get(pathOf(file));
    expect(answer.headers.get('content-type')).toBe('image/png');
    expect(answer.headers.get('content-disposition')).toContain('filename="logo.svg.png"');
    expect(await answer.text()).not.toContain('script');
  });

  test('404 for this key in another store and for invalid store ids and keys', async () => {
    const other = await outstep.newStore();
    const random = 'f_0123456789abcdefghjkmnpqrs.png';
    const paths = [
      pathOf(picture, other),
      pathOf(random),
      pathOf(picture, outstep.core.runtime.newId()),
      pathOf(picture, 'no-such-store'),
      pathOf('x'),
      pathOf(picture.toUpperCase()),
      pathOf(`${picture}.png`),
    ];
    for (const path of paths) expect(await raw(path), path).toEqual({ status: 404, body: NOT_FOUND });
  });

  test.each([
    (p: string) => p.replace('f_', 'f%5f'),
    (p: string) => p.replace('.png', '%2epng'),
    (p: string) => `${p}%00`,
    (p: string) => `${p}/`,
    (p: string) => p.replace(/\/f_/, '/..%2f..%2ff_'),
    (p: string) => p.replace(/\/f_.*/, '/%2e%2e'),
    (p: string) => p.replace(/\/f_.*/, '/..%2f..%2f..%2fetc%2fpasswd'),
    (p: string) => p.replace(/\/f_.*/, '/..'),
    (p: string) => p.replace(/\/f_.*/, '/%c0%ae%c0%ae'),
    (p: string) => p.replace(/\/[^/]*\/f_.*/, '/../../etc/passwd'),
  ])('404 for a path in another spelling, %#', async (spelled) => {
    const { status, body } = await raw(spelled(pathOf()));
    expect(status).toBe(404);
    expect(Object.keys(JSON.parse(body))).toEqual(['error']);
  });
});
