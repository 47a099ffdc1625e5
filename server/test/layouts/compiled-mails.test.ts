import { afterAll, beforeAll, expect, test } from 'vitest';
import { compileAndStore } from '../../src/features/layouts/compiling/compiled-language.ts';
import type { LayoutState } from '../../src/features/layouts/content/layout-state.schema.ts';
import type { Context } from '../../src/kernel/operation.ts';
import { layoutsPath } from '../harness/layouts.ts';
import type { Outstep, TestKey } from '../harness/outstep.ts';
import { withClient } from '../harness/postgres.ts';
import { sharedOutstep } from '../harness/shared.ts';

let outstep: Outstep;
let key: TestKey;

beforeAll(async () => {
  outstep = await sharedOutstep();
  key = await outstep.newKey(await outstep.newStore(), 'write');
});
afterAll(() => outstep?.close());

const state = {
  bodyType: 'visual',
  languages: { en: { previewText: '', bodyDesign: { blocks: [] }, body: null } },
} as unknown as LayoutState;

async function newLayout(): Promise<string> {
  const answer = await outstep.call(key, 'POST', layoutsPath, { name: 'A', subject: 'S' });
  expect(answer.status, answer.text).toBe(201);
  // Saving compiled an email too, which would count here.
  await query('delete from compiled_mails where layout_id = $1', answer.body.id);
  return answer.body.id;
}

const query = (text: string, ...values: unknown[]) =>
  withClient(
    outstep.env['DATABASE_URL'] as string,
    async (client) => (await client.query(text, values)).rows,
  );

const compiledRowsOf = async (layoutId: string): Promise<string[]> =>
  (
    await query(
      `select compiled ->> 'html' as html from compiled_mails where layout_id = $1 order by made_at`,
      layoutId,
    )
  ).map(({ html }) => html);

/** A process with its own base URL; `compiled` lists the emails that it had to compile. */
function processAt(baseUrl: string, storeId = key.storeId) {
  const compiled: string[] = [];
  const designs = {
    compile: async () => {
      compiled.push(baseUrl);
      return { html: baseUrl, text: '', attachments: [], warnings: [] };
    },
  };
  const { sha256 } = outstep.core.runtime;
  const db = outstep.core.database.forStore(storeId);
  const ctx = { db, storeId, designs, baseUrl, release: '1', sha256 } as unknown as Context;
  return { compiled, mail: (layoutId: string) => compileAndStore(ctx, layoutId, state, 'en') };
}

const urlAt = (n: number) => `https://${n}.example.com`;

test('each base URL compiles an email once', async () => {
  const layoutId = await newLayout();
  const [one, two] = [processAt(urlAt(1)), processAt(urlAt(2))];
  for (let i = 0; i < 3; i++)
    for (const [n, { mail }] of [one, two].entries())
      expect(await mail(layoutId)).toMatchObject({ html: urlAt(n + 1) });
  expect([one.compiled.length, two.compiled.length]).toEqual([1, 1]);
});

test('keeps the four newest compilations per language', async () => {
  const layoutId = await newLayout();
  for (let n = 1; n <= 6; n++) await processAt(urlAt(n)).mail(layoutId);
  expect(await compiledRowsOf(layoutId)).toEqual([3, 4, 5, 6].map(urlAt));
  const [dropped, kept] = [processAt(urlAt(1)), processAt(urlAt(6))];
  await dropped.mail(layoutId);
  await kept.mail(layoutId);
  expect([dropped.compiled.length, kept.compiled.length]).toEqual([1, 0]);
  expect(await compiledRowsOf(layoutId)).toEqual([4, 5, 6, 1].map(urlAt));
});

test("concurrent compilations don't block each other, and the next one prunes to four", async () => {
  const layoutId = await newLayout();
  for (let n = 1; n <= 4; n++) await processAt(urlAt(n)).mail(layoutId);
  await Promise.all(Array.from({ length: 12 }, (_, n) => processAt(urlAt(100 + n)).mail(layoutId)));
  await processAt(urlAt(200)).mail(layoutId);
  const kept = await compiledRowsOf(layoutId);
  expect(kept).toHaveLength(4);
  expect(kept.at(-1)).toBe(urlAt(200));
});

test('prunes no other language, layout or store, and deletes with the layout', async () => {
  const [layoutId, other] = [await newLayout(), await newLayout()];
  await processAt(urlAt(1)).mail(other);
  for (let n = 1; n <= 5; n++) await processAt(urlAt(n)).mail(layoutId);
  expect(await compiledRowsOf(other)).toEqual([urlAt(1)]);
  const stranger = processAt(urlAt(5), await outstep.newStore());
  await stranger.mail(layoutId);
  expect(stranger.compiled).toHaveLength(1);
  expect(await compiledRowsOf(layoutId)).toEqual([2, 3, 4, 5].map(urlAt));
  expect((await outstep.call(key, 'DELETE', `${layoutsPath}/${layoutId}`)).status).toBeLessThan(300);
  expect(await compiledRowsOf(layoutId)).toEqual([]);
  await processAt(urlAt(9)).mail(layoutId);
  expect(await compiledRowsOf(layoutId)).toEqual([]);
});
