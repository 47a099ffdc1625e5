import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addFile, dropLayout, pngOf, useInLayout } from '../harness/files.ts';
import type { Outstep, TestKey } from '../harness/outstep.ts';
import { sharedOutstep } from '../harness/shared.ts';
import { callPost, headersOf } from '../mcp/posts.ts';

const RANDOM = 'f_0123456789abcdefghjkmnpqrs.png';

let outstep: Outstep;

beforeAll(async () => {
  outstep = await sharedOutstep();
});
afterAll(() => outstep?.close());

const newKey = async (level: 'read' | 'write' = 'write') => outstep.newKey(await outstep.newStore(), level);
const list = (key: TestKey, query = '') => outstep.call(key, 'GET', `/api/v1/files${query}`);
const remove = (key: TestKey, body?: unknown) => outstep.call(key, 'DELETE', '/api/v1/files', body);
const tool = (key: TestKey, name: string, args: object = {}) => {
  const post = callPost(name, args);
  return outstep.call(key, 'POST', '/api/mcp', post.message, headersOf(post));
};
const add = (key: TestKey, name: string, bytes: Uint8Array = Buffer.from(name)) =>
  addFile(outstep, key.storeId, name, bytes);
const addPreset = async (storeId: string, name: string, blocks: unknown) => {
  const file = { name: 'preset.json', bytes: Buffer.from(JSON.stringify(blocks)) };
  return (await outstep.operator(storeId, 'add_preset', { kind: 'footer', name, file })) as { id: string };
};
const stored = (storeId: string) =>
  readdir(join(outstep.env['OUTSTEP_FILES']?.replace('dir:', '') ?? '', storeId));

describe('the list', () => {
  test('200: newest first, pictures with their address and size (spec: Endpoint GET /api/v1/files; Uploaded file 1)', async () => {
    const key = await newKey('read');
    const png = await pngOf(40, 30);
    const logo = await add(key, 'logo.png', png);
    const terms = await add(key, 'Terms.pdf', Buffer.from('%PDF-1.7\nterms'));
    const answer = await list(key);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      items: [
        {
          key: terms,
          filename: 'Terms.pdf',
          contentType: 'application/pdf',
          size: 14,
          url: null,
          width: null,
          height: null,
          createdAt: expect.any(String),
        },
        {
          key: logo,
          filename: 'logo.png',
          contentType: 'image/png',
          size: expect.any(Number),
          url: `http://localhost:3000/files/${key.storeId}/${logo}`,
          width: 40,
          height: 30,
          createdAt: expect.any(String),
        },
      ],
      page: 1,
      limit: 25,
      total: 2,
      pages: 1,
    });
    expect(logo).toMatch(/^f_[0-9a-z]{26}\.png$/);
  });

  test('the tool returns the same as REST, including usage (spec: Tool list_files)', async () => {
    const key = await newKey('read');
    const picture = await add(key, 'a.png', await pngOf());
    await useInLayout(outstep.core, key.storeId, 'Order', [picture]);
    for (const [args, query] of [
      [{}, ''],
      [{ usage: true, q: 'a.' }, '?usage=true&q=a.'],
    ] as const) {
      const { result } = (await tool(key, 'list_files', args)).body;
      expect(result.structuredContent).toEqual((await list(key, query)).body);
    }
  });

  test('q searches filenames only, ignoring case, with literal special characters (spec: Uploaded file 1) (contract: Lists 3)', async () => {
    const key = await newKey('read');
    const found = await add(key, 'Sale 100%_off.txt');
    await add(key, 'other.txt');
    const total = async (q: string) => (await list(key, `?q=${encodeURIComponent(q)}`)).body.total;
    for (const q of ['sale', 'SALE 1', '0%', '%_o', 'OFF.TXT']) expect(await total(q), q).toBe(1);
    for (const q of [found, 'octet', '1000', 'e_']) expect(await total(q), q).toBe(0);
    expect(await total('.txt')).toBe(2);
  });

  test('paginates and caps limit at 100 (spec: Endpoint GET /api/v1/files; Conventions 2)', async () => {
    const key = await newKey('read');
    const keys = [await add(key, 'a'), await add(key, 'b'), await add(key, 'c')].reverse();
    const page = (await list(key, '?limit=2&page=2')).body;
    expect(page).toMatchObject({ page: 2, limit: 2, total: 3, pages: 2 });
    expect(page.items.map((item: { key: string }) => item.key)).toEqual([keys[2]]);
    expect((await list(key, '?limit=1000')).body.limit).toBe(100);
    expect((await list(key, '?limit=0')).status).toBe(400);
  });
});

describe('usage', () => {
  test('is returned only on request (spec: Uploaded files 1; Uploaded file 2) (contract: Senders, secrets, files 4)', async () => {
    const key = await newKey('read');
    const { storeId } = key;
    const used = await add(key, 'used.png', await pngOf());
    const unused = await add(key, 'unused.png', await pngOf());
    const layout = await useInLayout(outstep.core, storeId, 'Order', [used]);
    const preset = await addPreset(storeId, 'Footer', [{ type: 'image', fileKey: used, alt: '' }]);
    for (const query of ['', '?usage=false', '?usage=', '?usage=TRUE', '?usage=1']) {
      for (const item of (await list(key, query)).body.items) {
        expect(item, query).not.toHaveProperty('inUse');
        expect(item, query).not.toHaveProperty('usedBy');
      }
    }
    const { items } = (await list(key, '?usage=true')).body;
    expect(items).toMatchObject([
      { key: unused, inUse: false, usedBy: [] },
      {
        key: used,
        inUse: true,
        usedBy: [
          { type: 'layout', id: layout, name: 'Order' },
          { type: 'preset', id: preset.id, name: 'Footer' },
        ],
      },
    ]);
    expect(Object.keys(items[1]).sort()).toEqual(
      [
        ...['contentType', 'createdAt', 'filename', 'height', 'inUse', 'key'],
        ...['size', 'url', 'usedBy', 'width'],
      ].sort(),
    );
  });

  test('takes one extra query for a whole page', async () => {
    const { core } = outstep;
    const storeId = await outstep.newStore();
    const files = [];
    for (let i = 0; i < 30; i++) files.push(await addFile(outstep, storeId, `${i}.txt`, Buffer.from('x')));
    await useInLayout(core, storeId, 'All of them', files);
    const { listFiles } = await import('../../src/features/library/files/list-files.op.ts');
    const statements = async (usage: boolean) => {
      const db = core.database.forStore(storeId);
      let count = 0;
      const counted = {
        ...db,
        rows: (query: never) => {
          count++;
          return db.rows(query);
        },
        batch: (queries: never[]) => {
          count += queries.length;
          return db.batch(queries as never);
        },
      };
      const ctx = { ...core.runtime, storeId, db: counted } as never;
      const { value } = await listFiles.run(ctx, { page: 1, limit: 100, usage }, undefined);
      expect(value.items.filter((item) => item.inUse)).toHaveLength(usage ? 30 : 0);
      return count;
    };
    expect(await statements(true)).toBe((await statements(false)) + 1);
  });
});

describe('delete', () => {
  test('200 deletes record and bytes immediately (spec: Endpoint DELETE /api/v1/files; Uploaded files 2) (contract: Repeating and overlapping writes 5)', async () => {
    const key = await newKey();
    const file = await add(key, 'logo.png', await pngOf());
    const kept = await add(key, 'kept.png', await pngOf());
    const answer = await remove(key, { key: file });
    expect([answer.status, answer.body]).toEqual([200, { deleted: true, key: file }]);
    expect(await stored(key.storeId)).toEqual([kept]);
    expect((await list(key)).body.items.map((item: { key: string }) => item.key)).toEqual([kept]);
    expect((await remove(key, { key: file })).status).toBe(404);
  });

  test('the tool deletes, and fails with the same messages (spec: Tool delete_file)', async () => {
    const key = await newKey();
    const file = await add(key, 'logo.png', await pngOf());
    const layout = await useInLayout(outstep.core, key.storeId, 'Order', [file]);
    const refused = (await tool(key, 'delete_file', { key: file })).body.result;
    expect(refused).toMatchObject({ isError: true, content: [{ text: 'in use by layout "Order"' }] });
    await dropLayout(outstep.core, key.storeId, layout);
    const done = (await tool(key, 'delete_file', { key: file })).body.result;
    expect(done.structuredContent).toEqual({ deleted: true, key: file });
    const gone = (await tool(key, 'delete_file', { key: file })).body.result;
    expect(gone).toMatchObject({ isError: true, content: [{ text: 'not found' }] });
  });

  test.each([
    [undefined, 'key: required'],
    [{}, 'key: required'],
    [{ key: null }, 'key: required'],
    [{ key: '' }, 'key: required'],
    [{ key: ' ' }, 'key: required'],
    [{ key: 5 }, 'key: must be text'],
    [{ key: ['a'] }, 'key: must be text'],
    ['[]', 'request body: must be an object'],
  ])('400 for %j', async (body, error) => {
    expect(await remove(await newKey(), body)).toMatchObject({ status: 400, body: { error } });
  });

  test.each(['x', RANDOM, `../${RANDOM}`, '%2e%2e', `${RANDOM}\0`, 'x'.repeat(10_000)])(
    '404 for the key %j',
    async (name) => {
      const answer = await remove(await newKey(), { key: name });
      expect(answer).toMatchObject({ status: 404, body: { error: 'not found' } });
    },
  );

  test('403 with a read key, keeping the file (spec: Key level write)', async () => {
    const key = await newKey('read');
    const file = await add(key, 'logo.png', await pngOf());
    expect((await remove(key, { key: file })).status).toBe(403);
    expect((await list(key)).body.total).toBe(1);
  });

  test("404 for another store's file, keeping it (spec: What the service does 7)", async () => {
    const owner = await newKey();
    const file = await add(owner, 'logo.png', await pngOf());
    expect((await remove(await newKey(), { key: file })).body).toEqual({ error: 'not found' });
    expect(await stored(owner.storeId)).toEqual([file]);
    expect((await list(owner)).body.total).toBe(1);
  });

  test('409 names the users of a file until none is left (spec: Status 409; Uploaded files 2) (contract: Senders, secrets, files 5)', async () => {
    const key = await newKey();
    const { storeId } = key;
    const file = await add(key, 'logo.png', await pngOf());
    const layout = await useInLayout(outstep.core, storeId, 'Order confirmation', [file]);
    // Referenced by its address within a text, not as a fileKey.
    await addPreset(storeId, 'Main footer', [
      { type: 'html', html: `<img src="https://mail.example/files/${storeId}/${file}" alt="">` },
    ]);
    const both = 'in use by layout "Order confirmation" and preset "Main footer"';
    expect(await remove(key, { key: file })).toMatchObject({ status: 409, body: { error: both } });
    await dropLayout(outstep.core, storeId, layout);
    const one = 'in use by preset "Main footer"';
    expect(await remove(key, { key: file })).toMatchObject({ status: 409, body: { error: one } });
    expect(await stored(storeId)).toEqual([file]);
  });

  test('409 for the current logo until it is replaced (contract: Senders, secrets, files 4)', async () => {
    const key = await newKey();
    const file = await add(key, 'logo.png', await pngOf());
    const set = (text: string) => outstep.operator(key.storeId, 'set_settings', { settings: [text] });
    await set(`logo=${file}`);
    expect((await list(key, '?usage=true')).body.items).toMatchObject([
      { inUse: true, usedBy: [{ type: 'settings', id: 'logo', name: 'logo' }] },
    ]);
    const error = "in use by the store's settings";
    expect(await remove(key, { key: file })).toMatchObject({ status: 409, body: { error } });
    await set('logo=');
    expect((await remove(key, { key: file })).status).toBe(200);
  });

  test('409 names at most five users of a file (contract: Senders, secrets, files 5)', async () => {
    const key = await newKey();
    const file = await add(key, 'logo.png', await pngOf());
    for (const name of ['A', 'B', 'C', 'D', 'E', 'F\u202e\n', 'G'])
      await useInLayout(outstep.core, key.storeId, name, [file]);
    const error = 'in use by layout "A", layout "B", layout "C", layout "D", layout "E" and 2 more';
    expect((await remove(key, { key: file })).body).toEqual({ error });
  });

  test('deleting and starting to use a file never both succeed (spec: Uploaded files 2) (contract: Senders, secrets, files 5)', async () => {
    const { core } = outstep;
    const outcomes = { deleted: 0, used: 0 };
    const storeId = await outstep.newStore();
    const { deleteFile } = await import('../../src/features/library/files/delete-file.op.ts');
    for (let round = 0; round < 200; round++) {
      const file = await addFile(outstep, storeId, 'logo.txt', Buffer.from('x'));
      const db = core.database.forStore(storeId);
      const ctx = { ...core.runtime, storeId, db, files: core.filesFor(storeId) } as never;
      const succeeds = (work: Promise<unknown>, refusal: string) =>
        work.then(
          () => true,
          (error: { kind?: string; code?: string }) => {
            expect(error.kind ?? error.code).toBe(refusal);
            return false;
          },
        );
      const remove = () => succeeds(deleteFile.run(ctx, { key: file }, undefined), 'conflict');
      // Alternating: both start at once, or the delete starts when the use exists but is not visible yet.
      let deleting = round % 2 === 0 ? remove() : undefined;
      const meanwhile = () => {
        deleting ??= remove();
      };
      const using = useInLayout(core, storeId, `Round ${round}`, [file], meanwhile);
      const used = await succeeds(using, '23503');
      expect({ round, deleted: await deleting }).toEqual({ round, deleted: !used });
      outcomes[used ? 'used' : 'deleted']++;
    }
    expect(outcomes.used).toBeGreaterThan(0);
    expect(outcomes.deleted).toBeGreaterThan(0);
    expect(await stored(storeId)).toHaveLength(outcomes.used);
  });
});

test('404 for adding files and for paths of single files (spec: What the service does 3)', async () => {
  const key = await newKey();
  for (const method of ['POST', 'PUT', 'PATCH']) {
    const answer = await outstep.call(key, method, '/api/v1/files', {});
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'DELETE, GET, HEAD']);
  }
  expect((await outstep.call(key, 'GET', `/api/v1/files/${RANDOM}`)).status).toBe(404);
  for (const name of ['add_file', 'upload_file', 'add_preset', 'set_settings'])
    expect((await tool(key, name)).body.error.code).toBe(-32602);
});
