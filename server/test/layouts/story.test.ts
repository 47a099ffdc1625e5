import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Json, JsonObject } from '../../src/kernel/json.ts';
import type { TestResponse } from '../harness/client.ts';
import type { Outstep, TestKey } from '../harness/outstep.ts';
import { sharedOutstep } from '../harness/shared.ts';
import {
  applyCreate,
  applyToModel,
  type BodyType,
  type Model,
  type Write,
  type WriteSequence,
  writeSequences,
} from './writes.ts';

/** Enough that no budget is exhausted: a story makes about a hundred calls. */
const KEYS = 40;
const RUNS = 12;
const WRITES = 6;

let outstep: Outstep;
let keys: TestKey[];
let files: string[];
let asked = 0;

beforeAll(async () => {
  outstep = await sharedOutstep();
  const store = await outstep.newStore();
  keys = await Promise.all(Array.from({ length: KEYS }, () => outstep.newKey(store, 'write')));
  const add = async (name: string) => {
    const file = { name, bytes: Buffer.from(`%PDF-1.4\n% ${name}\n`) };
    return ((await outstep.operator(store, 'add_file', { file })) as { key: string }).key;
  };
  files = [await add('one.pdf'), await add('two.pdf')];
});
afterAll(() => outstep?.close());

const api = (method: string, path: string, body?: unknown) =>
  outstep.call(keys[asked++ % KEYS] as TestKey, method, `/api/v1/email-templates${path}`, body);

async function got(path: string) {
  const answer = await api('GET', path);
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
}

function sent(id: string, write: Write, versions: number[]): Promise<TestResponse> {
  if (write.kind === 'patch') return api('PATCH', `/${id}`, write.body);
  if (write.kind === 'restore')
    return api('POST', `/${id}/versions/${versions[write.pick % versions.length]}/restore`);
  const language = `/${id}/translations/${write.locale}`;
  if (write.kind === 'put') return api('PUT', language, write.body);
  return write.kind === 'delete' ? api('DELETE', language) : api('POST', `${language}/promote`);
}

const contentField = (bodyType: BodyType) => (bodyType === 'visual' ? 'bodyDesign' : 'body');

/** A language of the model in the shape of an answer. */
function shown(model: Model, locale: string) {
  const language = model.languages[locale];
  if (!language) throw new Error(`no ${locale}`);
  const { subject, previewText, content, attachments, texts } = language;
  return {
    ...{ subject, previewText, [contentField(model.bodyType)]: content },
    ...{ attachments, marketingTexts: texts },
  };
}

function shownLayout(model: Model) {
  const { attachments, ...main } = shown(model, model.main);
  return {
    ...{ name: model.name, description: model.description, bodyType: model.bodyType },
    ...{ category: model.category, defaultLocale: model.main, ...main },
    requiredVariables: model.requiredVariables,
    completeLanguagesOnly: model.completeLanguagesOnly,
    ...(model.bodyType === 'text' && { attachments }),
  };
}

const codesOf = (model: Model) => [
  model.main,
  ...Object.keys(model.languages)
    .filter((code) => code !== model.main)
    .sort(),
];

/** Everything that can be read about a layout agrees with the model. */
async function compare(id: string, version: number, model: Model) {
  const codes = codesOf(model);
  const layout = await got(`/${id}`);
  const { id: _, stepCount: _s, createdAt: _c, updatedAt: _u, languages, ...fields } = layout;
  expect(fields).toEqual({ version, ...shownLayout(model) });
  expect(languages.map((each: { locale: string }) => each.locale)).toEqual(codes);

  const { items, total } = await got(`/${id}/translations`);
  expect(total).toBe(codes.length);
  for (const [i, locale] of codes.entries()) {
    const { stale, untranslated, incomplete, createdAt: _c, updatedAt: _u, ...language } = items[i];
    expect(language).toEqual({ locale, isMain: i === 0, ...shown(model, locale) });
    // The values stored with the save equal the result of comparing the texts now.
    expect([languages[i].incomplete, incomplete]).toEqual(Array(2).fill(untranslated.length > 0));
    expect(stale).toEqual(expect.arrayContaining(untranslated));
    expect(await got(`/${id}/translations/${locale}`)).toEqual(items[i]);
  }

  const snapshot = await got(`/${id}/versions/${version}`);
  expect(snapshot.locales).toEqual(codes);
  expect(snapshot.layout).toEqual(shownLayout(model));
  expect(snapshot.translations).toEqual(
    codes.slice(1).map((locale) => ({ locale, ...shown(model, locale) })),
  );
}

const MOVING = new Set(['version', 'createdAt', 'updatedAt']);

/** Everything that is read about a layout, without versions and times. */
async function readings(id: string): Promise<string[]> {
  const still = (name: string, value: Json) => (MOVING.has(name) ? undefined : value);
  const layout = await got(`/${id}`);
  const { items } = await got(`/${id}/translations`);
  return [layout, ...items].map((each) => JSON.stringify(each, still));
}

/** What every language sends, byte for byte. */
async function mails(id: string, codes: string[]) {
  const variables: JsonObject = { name: '<Ada> & "co"', a: true, id: 7 };
  const all: Record<string, unknown> = {};
  for (const locale of codes.toSorted()) {
    const answer = await api('POST', `/${id}/preview`, { locale, variables });
    expect(answer.status, answer.text).toBe(200);
    const { subject, previewText, html, text } = answer.body;
    all[locale] = { subject, previewText, html, text };
  }
  return all;
}

/** Promoting any language and then the former one changes no email if incomplete languages are sent too. */
async function exchange(id: string, model: Model) {
  const codes = codesOf(model);
  await api('PATCH', `/${id}`, { completeLanguagesOnly: false });
  const before = await mails(id, codes);
  for (const locale of codes.slice(1)) {
    for (const next of [locale, model.main]) {
      const answer = await api('POST', `/${id}/translations/${next}/promote`);
      expect(answer.status, answer.text).toBe(200);
      expect(await mails(id, codes)).toEqual(before);
    }
  }
}

async function follow({ bodyType, create, writes }: WriteSequence) {
  const created = await api('POST', '', create);
  expect(created.status, created.text).toBe(201);
  const { id } = created.body;
  let model = applyCreate(bodyType, create);
  let version = 1;
  const past = [model];
  await compare(id, version, model);
  for (const write of writes) {
    const versions = past.map((_, i) => i + 1);
    const told = write.kind === 'restore' ? past[write.pick % past.length] : applyToModel(model, write);
    const before = await readings(id);
    const answer = await sent(id, write, versions);
    if (typeof told === 'number') {
      expect(answer.status, answer.text).toBe(told);
      expect(await readings(id)).toEqual(before);
      continue;
    }
    expect([200, 201], answer.text).toContain(answer.status);
    model = told as Model;
    past.push(model);
    await compare(id, ++version, model);

    // Restores the state before this write, then the state after it.
    const after = await readings(id);
    for (const [back, expected] of [
      [version - 1, before],
      [version, after],
    ] as const) {
      const restored = await api('POST', `/${id}/versions/${back}/restore`);
      expect(restored.status, restored.text).toBe(200);
      expect(await readings(id)).toEqual(expected);
      past.push(past[back - 1] as Model);
    }
    version += 2;
  }
  await exchange(id, model);
}

test('any sequence of writes matches the model, versions restore exactly, and promoting changes no email (spec: Layout version 1; Layout version 2; Layout version 3; Translations 3; Translation: attachments; Translation: marketingTexts)', async () => {
  await fc.assert(fc.asyncProperty(writeSequences(files, WRITES), follow), {
    numRuns: RUNS,
    endOnFailure: true,
  });
});
