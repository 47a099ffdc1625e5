import { afterAll, beforeAll, expect, test } from 'vitest';
import type { JsonObject } from '../../src/kernel/json.ts';
import { call } from '../harness/client.ts';
import type { Outstep, TestKey } from '../harness/outstep.ts';
import { type OutstepProcess, startApi } from '../harness/process.ts';
import { sharedOutstep } from '../harness/shared.ts';
import { eventually } from '../harness/test-stack.ts';

/** So little CPU time that a bomb is found on any machine. */
const MAX_CPU_MS = 50;

let outstep: Outstep;
let impatient: OutstepProcess & { origin: string };
let key: TestKey;
// biome-ignore lint/suspicious/noExplicitAny: as a client reads it
let answer: any;

beforeAll(async () => {
  outstep = await sharedOutstep();
  impatient = await startApi({ ...outstep.env, OUTSTEP_RENDER_PATIENCE_MS: String(MAX_CPU_MS) });
  key = await outstep.newKey(await outstep.newStore(), 'write');
  answer = (await outstep.call(key, 'GET', '/api/v1/layout-schema')).body;
});
afterAll(async () => {
  await impatient?.stop();
  await outstep?.close();
});

/** Checks the content as saving would; retries when a busy machine has no CPU time for the processes. */
const preview = (content: JsonObject, origin = outstep.origin) =>
  eventually(
    () => call(origin, key.key, 'POST', '/api/v1/email-templates/preview', content),
    ({ status }) => status !== 503,
  );

const design = (bodyDesign: JsonObject) => ({ subject: 'Hi', bodyDesign });
const blocks = (...list: JsonObject[]) => design({ blocks: list });
const divider = { type: 'divider' };
const enclosed = (times: number): JsonObject =>
  times === 0 ? divider : { type: 'conditional', if: 'true', blocks: [enclosed(times - 1)] };

/** As large as allowed; one more character is too much. */
function ofBytes(bytes: number) {
  const empty = { blocks: [], testVariables: { long: '' } };
  const long = 'é'.repeat(Math.floor((bytes - JSON.stringify(empty).length) / 2));
  const odd = (bytes - JSON.stringify(empty).length) % 2 ? 'x' : '';
  return { ...empty, testVariables: { long: long + odd } };
}

type Constraint = (most: number) => { kept?: JsonObject; broken: JsonObject; said: string; at?: string };

const constraints: Record<string, Constraint> = {
  maxBytes: (most) => ({
    kept: design(ofBytes(most)),
    broken: design(ofBytes(most + 1)),
    said: 'bodyDesign: at most 1 MB',
  }),
  maxBlocks: (most) => ({
    kept: blocks(...Array.from({ length: most }, () => divider)),
    broken: blocks(...Array.from({ length: most + 1 }, () => divider)),
    said: 'bodyDesign.blocks: at most 200 blocks',
  }),
  maxNesting: (most) => ({
    kept: blocks(enclosed(most)),
    broken: blocks(enclosed(most + 1)),
    said: 'bodyDesign.blocks[0].blocks[0].blocks[0].blocks[0]: ',
  }),
  maxHtmlLength: (most) => ({
    kept: { subject: 'Hi', bodyType: 'text', body: '-'.repeat(most - 5000) },
    broken: { subject: 'Hi', bodyType: 'text', body: '-'.repeat(most + 1) },
    said: 'body: too long: 201,000 characters of HTML, at most 200,000',
  }),
  maxCpuMs: () => ({
    broken: { subject: 'Hi', bodyType: 'text', body: `{%# x${'\n'.repeat(190_000)}# %}` },
    said: 'body: takes too long to compile',
    at: impatient.origin,
  }),
  maxTextCpuMs: () => ({
    broken: {
      ...{ subject: 'Hi', bodyType: 'text' },
      body: `${'{% for i in (1..1000000) %}'.repeat(2)}${'{% endfor %}'.repeat(2)}`,
    },
    said: 'body: Liquid: ',
  }),
};

/** One design per rule that breaks it, in the order of the rules. */
const rules: [rule: RegExp, broken: JsonObject | null, said: RegExp][] = [
  [
    /not in the schema are rejected/,
    design({ blocks: [], colour: 'red' }),
    /^bodyDesign.colour: unknown field/,
  ],
  // Not a limit: every test of layouts reads back what it saved.
  [/exactly as you sent it/, null, /./],
  [
    /parse as Liquid on its own/,
    blocks({ type: 'text', html: '{% if a %}' }),
    /^bodyDesign.blocks\[0\].html: Liquid/,
  ],
  [
    /colors and sizes cannot contain any/,
    design({ blocks: [], global: { textColor: '{{ variables.color }}' } }),
    /^bodyDesign.global.textColor: /,
  ],
  [
    /without braces/,
    blocks({ ...divider, showIf: '{{ variables.a }}' }),
    /^bodyDesign.blocks\[0\].showIf: Liquid/,
  ],
  [
    /has to belong to the store/,
    blocks({ type: 'image', fileKey: 'nobody.png', alt: '' }),
    /^bodyDesign.blocks\[0\].fileKey: unknown file/,
  ],
  [
    /`part` is replaced/,
    blocks({ type: 'part', preset: '0190b1de-0000-7000-8000-000000000000' }),
    /^bodyDesign.blocks\[0\].preset: unknown preset/,
  ],
  [
    /Columns cannot contain columns/,
    blocks({
      type: 'columns',
      columns: [{ blocks: [{ type: 'columns', columns: [{ blocks: [] }, { blocks: [] }] }] }, { blocks: [] }],
    }),
    /^bodyDesign.blocks\[0\].*columns/,
  ],
  [/at most \d+ Liquid tags/, blocks({ type: 'text', html: '{{a}}'.repeat(5001) }), /more than 5000 tags/],
  // Only advice: longer emails are sent.
  [/Keep the HTML below/, null, /./],
];

test('advertises the CPU time that this installation allows (contract: Layouts 19)', async () => {
  expect(answer.constraints).toMatchObject({ maxCpuMs: 10_000, maxTextCpuMs: 600 });
  const other = await call(impatient.origin, key.key, 'GET', '/api/v1/layout-schema');
  expect(other.body.constraints.maxCpuMs).toBe(MAX_CPU_MS);
});

test('every advertised constraint and rule has a test below', () => {
  expect(Object.keys(answer.constraints)).toEqual([...Object.keys(constraints), 'rules']);
  expect(answer.constraints.rules.map((rule: string, i: number) => rules[i]?.[0].test(rule))).toEqual(
    rules.map(() => true),
  );
});

test.each(Object.keys(constraints))('400 for more than %s (contract: Layouts 19)', async (name) => {
  const { kept, broken, said, at } = constraints[name]?.(answer.constraints[name]) ?? {};
  if (kept) expect((await preview(kept)).text.slice(0, 200)).toMatch(/^\{"subject"/);
  const { status, body } = await preview(broken as JsonObject, at);
  expect([status, body.error]).toEqual([400, expect.stringContaining(said ?? '')]);
});

test.each(rules.filter(([, broken]) => broken !== null))(
  '400 when %s is violated',
  async (_, broken, said) => {
    const { status, body } = await preview(broken as JsonObject);
    expect([status, body.error]).toEqual([400, expect.stringMatching(said)]);
  },
);

test('400 at the field for an oversized design in every write, 413 only for an oversized body (contract: Layouts 19)', async () => {
  const bodyDesign = ofBytes(answer.constraints.maxBytes + 1);
  const write = (method: string, path: string, body: object) =>
    outstep.call(key, method, `/api/v1/email-templates${path}`, body);
  const { body: made } = await write('POST', '', { name: 'Large', subject: 'Hi' });
  for (const [method, path] of [
    ['POST', ''],
    ['PUT', `/${made.id}`],
    ['PATCH', `/${made.id}`],
    ['PUT', `/${made.id}/translations/de`],
  ] as const) {
    const { status, body } = await write(method, path, { name: 'Large', subject: 'Hi', bodyDesign });
    expect([status, body.error], `${method} ${path}`).toEqual([400, 'bodyDesign: at most 1 MB']);
  }
  const whole = await write('POST', '', { subject: 'x'.repeat(2_200_000), bodyDesign });
  expect([whole.status, whole.body.error]).toEqual([413, 'request body: larger than 2 MB']);
});
