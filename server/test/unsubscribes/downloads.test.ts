import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addFile } from '../harness/files.ts';
import type { Outstep, TestKey } from '../harness/outstep.ts';
import { sharedOutstep } from '../harness/shared.ts';
import { downloadFor } from './mailing.ts';

const PAGE = '<!doctype html><script>alert(1)</script>';

let outstep: Outstep;
let key: TestKey;

beforeAll(async () => {
  outstep = await sharedOutstep();
  key = await outstep.newKey(await outstep.newStore(), 'write');
});
afterAll(() => outstep?.close());

const get = (path: string, init: RequestInit = {}) => fetch(outstep.origin + path, init);
const offered = async (name: string, content: Uint8Array | string, filename = name) => {
  const file = await addFile(outstep, key.storeId, name, Buffer.from(content));
  return { file, path: await downloadFor(outstep, key.storeId, file, filename) };
};
const seen = ({ headers }: Response) =>
  [...headers].filter(([name]) => !['date', 'x-request-id', 'connection', 'keep-alive'].includes(name));

describe('a file behind a link', () => {
  test('is saved under the name it has in the email, never shown', async () => {
    const { path } = await offered('page.html', PAGE, 'Überweisung "1".html');
    const answer = await get(path);
    expect(answer.status).toBe(200);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-disposition': `attachment; filename="_berweisung _1_.html"; filename*=UTF-8''%C3%9Cberweisung%20%221%22.html`,
      'content-length': `${PAGE.length}`,
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex, nofollow',
    });
    expect(await answer.text()).toBe(PAGE);
  });

  test('arrives byte for byte, however large', async () => {
    const bytes = Buffer.alloc(3 * 1024 * 1024, '%PDF-1.7 and so on ');
    const { path } = await offered('large.pdf', bytes);
    const answer = await get(path);
    expect(answer.headers.get('content-type')).toBe('application/pdf');
    expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true);
  });

  test('HEAD has the same headers and no body', async () => {
    const { path } = await offered('terms.txt', 'terms');
    const [whole, head] = [await get(path), await get(path, { method: 'HEAD' })];
    expect(seen(head)).toEqual(seen(whole));
    expect([await head.text(), await whole.text()]).toEqual(['', 'terms']);
  });

  test('a name that would end a header or leave a folder is treated as plain text', async () => {
    const { path } = await offered('a.txt', 'text', '../../etc/a\r\nset-cookie: x=1\u202e.txt');
    const answer = await get(path);
    expect(answer.headers.get('set-cookie')).toBeNull();
    expect(answer.headers.get('content-disposition')).toContain('filename="aset-cookie_ x_1.txt"');
    await answer.text();
  });

  test('405 for every other method', async () => {
    const { path } = await offered('a.txt', 'text');
    const answer = await get(path, { method: 'POST' });
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  });
});

describe('404 with a page that reveals nothing', () => {
  const broken = async (path: string) => {
    const answer = await get(path);
    return { status: answer.status, type: answer.headers.get('content-type'), text: await answer.text() };
  };

  test('when the file was deleted, its bytes are lost, or the link is invalid', async () => {
    const deleted = await offered('deleted.txt', 'text');
    await outstep.call(key, 'DELETE', '/api/v1/files', { key: deleted.file });
    const lost = await offered('lost.txt', 'text');
    const folder = outstep.env['OUTSTEP_FILES']?.replace('dir:', '') ?? '';
    await rm(join(folder, key.storeId, lost.file));
    const good = await offered('good.txt', 'text');
    const token = good.path.split('/').at(-1) as string;
    const paths = [
      deleted.path,
      lost.path,
      good.path.slice(0, -1),
      `/download/${await outstep.newStore()}/${token}`,
      `/download/${outstep.core.runtime.newId()}/${token}`,
      `/download/${key.storeId}/x`,
      `/download/${key.storeId}`,
    ];
    const pages = [];
    for (const path of paths) pages.push(await broken(path));
    expect(pages[0]).toMatchObject({ status: 404, type: 'text/html; charset=utf-8' });
    expect(pages[0]?.text).toContain('This link does not work');
    for (const page of pages) expect(page).toEqual(pages[0]);
  });
});
