import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { layoutsPath as path } from '../harness/layouts.ts';
import type { Outstep, TestKey } from '../harness/outstep.ts';
import { withClient } from '../harness/postgres.ts';
import { sharedOutstep } from '../harness/shared.ts';
import { callTool } from '../mcp/posts.ts';

let outstep: Outstep;
let key: TestKey;

/** In creation order; two names differ only in letter case. */
const names = ['bean', 'Apple', 'date', 'apple', 'Cherry'];

beforeAll(async () => {
  outstep = await sharedOutstep();
  key = await outstep.newKey(await outstep.newStore(), 'write');
  for (const [i, name] of names.entries()) {
    const category = i % 2 === 0 ? 'marketing' : 'transactional';
    const { body } = await outstep.call(key, 'POST', path, { name, subject: 'Fruit', category });
    // The first is changed again, so that it has the newest change and is still the oldest.
    if (i === names.length - 1) {
      const oldest = (await outstep.call(key, 'GET', `${path}?q=bean`)).body.items[0].id;
      await outstep.call(key, 'PATCH', `${path}/${oldest}`, { description: 'Not a fruit' });
    }
    expect(body.name).toBe(name);
  }
});
afterAll(() => outstep?.close());

const list = (query: string) => outstep.call(key, 'GET', `${path}?${query}`);
const namesOf = ({ body }: Awaited<ReturnType<typeof list>>): string[] =>
  body.items.map(({ name }: { name: string }) => name);

const byName = ['Apple', 'apple', 'bean', 'Cherry', 'date'];
const byChange = ['Apple', 'date', 'apple', 'Cherry', 'bean'];

const orders: [sort: string, names: string[]][] = [
  ['name', byName],
  ['-name', byName.toReversed()],
  ['updatedAt', byChange],
  ['-updatedAt', byChange.toReversed()],
  ['createdAt', names],
  ['-createdAt', names.toReversed()],
];

describe.each(orders)('sort=%s (contract: Lists 2)', (sort, expected) => {
  test('sorts the whole list, ignoring case, with a stable tie-breaker', async () => {
    expect(namesOf(await list(`sort=${sort}`))).toEqual(expected);
  });

  test('sorts across pages, with category and search', async () => {
    const paged: string[] = [];
    for (const page of [1, 2, 3]) paged.push(...namesOf(await list(`sort=${sort}&limit=2&page=${page}`)));
    expect(paged).toEqual(expected);
    const marketing = ['bean', 'date', 'Cherry'];
    expect(namesOf(await list(`sort=${sort}&category=marketing`))).toEqual(
      expected.filter((name) => marketing.includes(name)),
    );
    expect(namesOf(await list(`sort=${sort}&q=apple`))).toEqual(
      expected.filter((name) => /apple/i.test(name)),
    );
  });

  test('the tool sorts the same way', async () => {
    const { value } = await callTool(outstep, key, 'list_email_templates', { sort });
    expect(value.items.map(({ name }: { name: string }) => name)).toEqual(expected);
  });
});

test('sorts by the newest change by default; an empty sort is ignored (contract: Lists 2)', async () => {
  const usual = byChange.toReversed();
  expect(namesOf(await list(''))).toEqual(usual);
  expect(namesOf(await list('sort='))).toEqual(usual);
});

test('keeps ties in a stable order across pages', async () => {
  const same = await outstep.newKey(await outstep.newStore(), 'write');
  for (let i = 0; i < 7; i++) await outstep.call(same, 'POST', path, { name: 'Same', subject: String(i) });
  await withClient(outstep.env['DATABASE_URL'] as string, (client) =>
    client.query('update layouts set created_at = now(), updated_at = now() where store_id = $1', [
      same.storeId,
    ]),
  );
  for (const [sort] of orders) {
    const seen: string[] = [];
    for (const page of [1, 2, 3, 4]) {
      const { body } = await outstep.call(same, 'GET', `${path}?sort=${sort}&limit=2&page=${page}`);
      seen.push(...body.items.map(({ id }: { id: string }) => id));
    }
    expect(new Set(seen).size, sort).toBe(7);
  }
});

test.each(['Name', 'subject', '--name', 'name,createdAt', 'updated_at'])('400 for sort=%s', async (sort) => {
  expect(await list(`sort=${sort}`)).toMatchObject({
    status: 400,
    body: { error: 'sort: must be one of name, -name, updatedAt, -updatedAt, createdAt, -createdAt' },
  });
});
