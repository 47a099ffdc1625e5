import { afterAll, beforeAll, expect, test } from 'vitest';
import { problemsOfDesign } from '../../src/features/rendering/design/design.schema.ts';
import type { Outstep, TestKey } from '../harness/outstep.ts';
import { sharedOutstep } from '../harness/shared.ts';

let outstep: Outstep;
let key: TestKey;

beforeAll(async () => {
  outstep = await sharedOutstep();
  key = await outstep.newKey(await outstep.newStore(), 'read');
});
afterAll(() => outstep?.close());

const get = (as: TestKey | null = key) => outstep.call(as, 'GET', '/api/v1/layout-schema');

test('200 with a read key: format, defaults, Liquid, constraints, example and guide (spec: Endpoint GET /api/v1/layout-schema) (contract: Layouts 3)', async () => {
  const { status, body } = await get();
  expect(status).toBe(200);
  expect(Object.keys(body)).toEqual(['schema', 'defaults', 'liquid', 'constraints', 'example', 'guide']);
  expect(body.schema).toMatchObject({
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    required: ['blocks'],
    additionalProperties: false,
  });
  expect(Object.keys(body.schema.properties)).toEqual([
    'blocks',
    'global',
    'header',
    'footer',
    'testVariables',
  ]);
  expect(body.defaults.blocks.heading).toMatchObject({ level: 2, align: 'start', color: null });
  expect(body.defaults.blocks.button).toMatchObject({ align: 'center', fullWidth: false });
  expect(body.defaults.global).toMatchObject({
    ...{ width: 600, buttonRadius: 4, fontSize: 16, darkMode: true, direction: 'auto' },
  });
  expect(Object.keys(body.liquid)).toEqual(['tags', 'filters', 'variables']);
  expect(body.liquid.tags).toEqual(expect.arrayContaining(['if', 'for', 'assign', 'raw']));
  expect(body.liquid.filters).toEqual(expect.arrayContaining(['money', 't', 'date', 'default', 'escape']));
  expect(body.liquid.variables.map(({ name }: { name: string }) => name)).toEqual([
    'variables.<path>',
    'secrets.<NAME>',
    'unsubscribe_url',
    'unsubscribe_link',
  ]);
  expect(body.constraints).toMatchObject({ maxBlocks: 200, maxNesting: 3, maxBytes: 1_048_576 });
  expect(body.guide).toContain('# Write a design');
});

test('the example is accepted as a design (spec: Layout schema 1)', async () => {
  const { body } = await get();
  expect(problemsOfDesign(body.example)).toEqual([]);
});

test('401 without a key, 405 for a write (spec: Authentication 1; Status 405)', async () => {
  expect((await get(null)).status).toBe(401);
  expect((await outstep.call(key, 'POST', '/api/v1/layout-schema', {})).status).toBe(405);
});

test('serves the images that emails load, publicly and cacheable', async () => {
  const answer = await fetch(`${outstep.origin}/mail-assets/social-instagram.png`);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('image/png');
  expect(answer.headers.get('cache-control')).toBe('public, max-age=2592000');
  expect((await fetch(`${outstep.origin}/mail-assets/social-nobody.png`)).status).toBe(404);
  expect((await fetch(`${outstep.origin}/mail-assets/..%2f..%2fpackage.json`)).status).toBe(404);
});
