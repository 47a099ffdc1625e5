import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { JsonObject } from '../../src/kernel/json.ts';
import { call, type TestResponse } from '../harness/client.ts';
import { type Outstep, startOutstep, type TestKey } from '../harness/outstep.ts';
import { withClient } from '../harness/postgres.ts';
import { sized } from '../harness/size.ts';

const WRITERS = sized(36, 50);
const KEPT = 25;
const RENAMES = sized(10, 200);
const ROUNDS = sized(2, 30);
const COUNTED = sized(9, 20);
/** Enough that no budget is exhausted. */
const KEYS = 30;

let outstep: Outstep;
let keys: TestKey[];

beforeAll(async () => {
  outstep = await startOutstep({ processes: 2 });
  const store = await outstep.newStore();
  keys = await Promise.all(Array.from({ length: KEYS }, () => outstep.newKey(store, 'write')));
});
afterAll(() => outstep?.close());

let asked = 0;
/** Each call uses another key and another process than the one before. */
function api(method: string, path: string, body?: unknown): Promise<TestResponse> {
  const i = asked++;
  const origin = outstep.apis[i % outstep.apis.length]?.origin ?? '';
  return call(origin, keys[i % keys.length]?.key ?? null, method, `/api/v1/email-templates${path}`, body);
}

async function created(fields: JsonObject = {}): Promise<string> {
  const answer = await api('POST', '', { name: 'Shared', subject: 'Start', ...fields });
  expect(answer.status, answer.text).toBe(201);
  return answer.body.id;
}

const design = (i: number) => ({ blocks: [{ type: 'text', html: `<p>design ${i}</p>` }] });

/** One writer's request; each writes something that no other writer does. */
function write(id: string, i: number): Promise<TestResponse> {
  const locale = ['de', 'fr', 'pt-br'][i % 3] as string;
  switch (i % 5) {
    case 0:
      return api('PATCH', `/${id}`, { subject: `subject ${i}` });
    case 1:
      return api('PATCH', `/${id}`, { previewText: `preview ${i}` });
    case 2:
      return api('PATCH', `/${id}`, { bodyDesign: design(i) });
    case 3:
      return api('PUT', `/${id}/translations/${locale}`, { subject: `${locale} ${i}` });
    default:
      return api('POST', `/${id}/translations/${locale}/promote`);
  }
}

describe(`${WRITERS} writers of one layout at once, through two processes`, () => {
  let id: string;
  let answers: TestResponse[];

  beforeAll(async () => {
    id = await created();
    for (const locale of ['de', 'fr', 'pt-br'])
      expect((await api('PUT', `/${id}/translations/${locale}`, { subject: locale })).status).toBe(201);
    answers = await Promise.all(Array.from({ length: WRITERS }, (_, i) => write(id, i)));
  });

  /** The version that an answer belongs to, which its ETag names. */
  const versionOf = ({ headers }: TestResponse) => Number(/\d+/.exec(headers.get('etag') ?? '')?.[0]);

  test('are all answered, and rejected only if their language has become the main one', () => {
    const refused = answers.filter(({ status }) => status !== 200 && status !== 201);
    for (const { status, body } of refused)
      expect([status, body.error]).toEqual([400, "locale: is the layout's main language"]);
    expect(refused.length).toBeLessThan(WRITERS / 2);
  });

  test('create consecutive versions, one per accepted write; 25 are kept (spec: Layout version 2; Limit: Saved versions kept)', async () => {
    const made = answers.filter(({ status }) => status < 300).map(versionOf);
    const sorted = made.toSorted((a, b) => a - b);
    // The first four are the creation and three translations.
    expect(sorted).toEqual(made.map((_, i) => i + 5));
    const { body } = await api('GET', `/${id}/versions`);
    const newest = 4 + made.length;
    expect(body.items.map((each: { version: number }) => each.version)).toEqual(
      Array.from({ length: KEPT }, (_, i) => newest - i),
    );
    expect(body.total).toBe(KEPT);
    expect((await api('GET', `/${id}`)).body.version).toBe(newest);
    expect((await api('GET', `/${id}/versions/${newest - KEPT}`)).status).toBe(404);
  });

  test('leave the state of the newest version (spec: Layout version 1)', async () => {
    const { body: layout } = await api('GET', `/${id}`);
    const { body: version } = await api('GET', `/${id}/versions/${layout.version}`);
    const { body: languages } = await api('GET', `/${id}/translations`);
    expect(layout).toMatchObject(version.layout);
    expect(languages.items.map((each: { locale: string }) => each.locale)).toEqual(version.locales);
    for (const [i, translation] of version.translations.entries())
      expect(languages.items[i + 1]).toMatchObject(translation);
  });

  test('leave the state of the last accepted write', async () => {
    const last = Math.max(...answers.filter(({ status }) => status < 300).map(versionOf));
    const answer = answers.find((each) => versionOf(each) === last) as TestResponse;
    const layout = answer.body.layout ?? answer.body;
    const path = layout.id ? `/${id}` : `/${id}/translations/${layout.locale}`;
    expect((await api('GET', path)).body).toEqual(layout);
  });
});

test('counts layouts correctly while they are created, moved and deleted concurrently', async () => {
  const category = (i: number) => (i % 2 === 0 ? 'marketing' : 'transactional');
  const ids = await Promise.all(
    Array.from({ length: COUNTED }, (_, i) => created({ category: category(i) })),
  );
  const answers = await Promise.all(
    ids.flatMap((id, i) => [
      api('POST', '', { name: 'New', subject: 'New', category: category(i) }),
      ...(i % 3 === 0 ? [api('DELETE', `/${id}`), api('DELETE', `/${id}`)] : []),
      ...(i % 3 === 1 ? [api('PATCH', `/${id}`, { category: category(i + 1) })] : []),
      ...(i % 3 === 2
        ? [api('DELETE', `/${id}`), api('PATCH', `/${id}`, { category: category(i + 1) })]
        : []),
    ]),
  );
  expect([...new Set(answers.map(({ status }) => status))].sort()).toEqual([200, 201, 404]);
  const counts = await withClient(outstep.env['DATABASE_URL'] ?? '', async (client) => {
    const rows = 'select category, count(*)::int as total from layouts group by category order by category';
    const kept = 'select category, total::int from layout_totals order by category';
    return [(await client.query(rows)).rows, (await client.query(kept)).rows];
  });
  expect(counts[1]).toEqual(counts[0]);
  for (const { category: name, total } of counts[0] ?? [])
    expect((await api('GET', `?category=${name}`)).body.total).toBe(total);
});

const newText = () => created({ bodyType: 'text', body: '<p>Hi</p>' });

test('a layout is read consistently while its main language is renamed', async () => {
  const id = await newText();
  const reads = [
    () => api('GET', `/${id}/translations`),
    () => api('POST', `/${id}/preview`),
    () => api('GET', `/${id}/variables`),
    () => api('GET', `/${id}`),
  ];
  let isWriting = true;
  const reading = reads.map(async (read) => {
    while (isWriting) {
      const { status, text } = await read();
      expect(status, text).toBe(200);
    }
  });
  const writer = async () => {
    for (let i = 0; i < RENAMES; i++) {
      const { status, text } = await api('PATCH', `/${id}`, { defaultLocale: ['en', 'fr', 'de'][i % 3] });
      expect(status, text).toBe(200);
    }
  };
  await Promise.all([writer().finally(() => (isWriting = false)), ...reading]);
});

test('returns a written language even if it is deleted right after', async () => {
  const id = await newText();
  const put = async (subject: string) => {
    const { status, text, body } = await api('PUT', `/${id}/translations/de`, { subject });
    expect([200, 201], text).toContain(status);
    expect(body).toMatchObject({ locale: 'de', isMain: false, subject });
  };
  const remove = async () => {
    const { status, text } = await api('DELETE', `/${id}/translations/de`);
    expect([200, 404], text).toContain(status);
  };
  for (let i = 0; i < ROUNDS; i++)
    await Promise.all([put(`a ${i}`), remove(), put(`b ${i}`), remove(), put(`c ${i}`), remove()]);
});

test('a preview can store its compiled email although the language is deleted in the meantime', async () => {
  const forget = () =>
    withClient(outstep.env['DATABASE_URL'] ?? '', (client) => client.query('delete from compiled_mails'));
  for (let i = 0; i < ROUNDS; i++) {
    const id = await newText();
    expect((await api('PUT', `/${id}/translations/de`, { subject: 'Hallo' })).status).toBe(201);
    await forget();
    const previews = ['de', 'en', 'de', 'en'].map((locale) => api('POST', `/${id}/preview`, { locale }));
    const path = i % 2 === 0 ? `/${id}` : `/${id}/translations/de`;
    const [gone, ...shown] = await Promise.all([api('DELETE', path), ...previews]);
    expect(gone?.status).toBe(200);
    for (const { status, text } of shown) expect([200, 404], text).toContain(status);
  }
});
