import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Answer, call } from '../harness/client.ts';
import { type Outstep, startOutstep, type TestKey } from '../harness/outstep.ts';
import { withClient } from '../harness/postgres.ts';
import { sized } from '../harness/size.ts';

const KEYS = 30;
const RENAMES = sized(40, 200);
const ROUNDS = sized(6, 30);

let outstep: Outstep;
let keys: TestKey[];

beforeAll(async () => {
  outstep = await startOutstep({ processes: 2 });
  const store = await outstep.newStore();
  keys = await Promise.all(Array.from({ length: KEYS }, () => outstep.newKey(store, 'write')));
  // One after the other, so that each process has started those that compile.
  for (const _ of outstep.apis) await created();
});
afterAll(() => outstep?.close());

let asked = 0;
function api(method: string, path: string, body?: unknown): Promise<Answer> {
  const i = asked++;
  const origin = outstep.apis[i % outstep.apis.length]?.origin ?? '';
  return call(origin, keys[i % KEYS]?.key ?? null, method, `/api/v1/email-templates${path}`, body);
}

async function created(): Promise<string> {
  const answer = await api('POST', '', { name: 'Read', subject: 'Hi', bodyType: 'text', body: '<p>Hi</p>' });
  expect(answer.status, answer.text).toBe(201);
  return answer.body.id;
}

test('a layout is read as it is at one moment, while its main language is renamed', async () => {
  const id = await created();
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

test('a language that is written is answered as it was written, even if it is gone the next moment', async () => {
  const id = await created();
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

test('a preview that keeps what it compiled does not mind that the language goes meanwhile', async () => {
  const forget = () =>
    withClient(outstep.env['DATABASE_URL'] ?? '', (client) => client.query('delete from compiled_languages'));
  for (let i = 0; i < ROUNDS; i++) {
    const id = await created();
    expect((await api('PUT', `/${id}/translations/de`, { subject: 'Hallo' })).status).toBe(201);
    await forget();
    const previews = ['de', 'en', 'de', 'en'].map((locale) => api('POST', `/${id}/preview`, { locale }));
    const path = i % 2 === 0 ? `/${id}` : `/${id}/translations/de`;
    const [gone, ...shown] = await Promise.all([api('DELETE', path), ...previews]);
    expect(gone?.status).toBe(200);
    for (const { status, text } of shown) expect([200, 404], text).toContain(status);
  }
});
