import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { parseFields } from '../../src/kernel/fields.ts';
import { inputSchemaOf } from '../../src/kernel/json-schema.ts';
import { operations } from '../../src/surfaces/operations.ts';
import { platformActions } from '../../src/surfaces/platform-actions.ts';
import type { Outstep, TestKey } from '../harness/outstep.ts';
import { sharedOutstep } from '../harness/shared.ts';
import { callTool } from '../mcp/posts.ts';

let outstep: Outstep;
let key: TestKey;

beforeAll(async () => {
  outstep = await sharedOutstep();
});
afterAll(() => outstep?.close());

type Members = Record<string, unknown>;

const inputOf = (name: string): z.ZodObject =>
  operations.find((each) => each.name === name)?.input ?? z.object({});
const isOptional = (member: z.ZodType) => member.safeParse(undefined).success;
const optionalMembers = (input: z.ZodObject) =>
  Object.keys(input.shape).filter((name) => isOptional(input.shape[name]));

/** Fields that a record always has, so a change cannot remove them. */
const REQUIRED = new Set([
  'compare_unsaved_http_request.url',
  'update_all_languages.name',
  'update_all_languages.subject',
  'update_email_template.name',
  'update_email_template.subject',
  'update_http_request.url',
  'update_preset.name',
]);

const everyMember = [...operations, ...platformActions].flatMap(({ name, input }) =>
  optionalMembers(input).map((member) => [`${name}.${member}`, input.shape[member] as z.ZodType] as const),
);

describe('every optional member of every operation and step', () => {
  test('accepts null unless it is required, as the schema that clients see states (contract: Fields 2; Fields 4)', () => {
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    expect(everyMember.length).toBeGreaterThan(80);
    for (const [name, member] of everyMember) {
      const input = z.object({ member });
      const refusal = () => parseFields(input, { member: null });
      if (REQUIRED.has(name)) expect(refusal, name).toThrow('member: required');
      else expect(refusal, name).not.toThrow();
      const allows = ajv.compile(inputSchemaOf(input));
      expect([name, allows({ member: null })]).toEqual([name, !REQUIRED.has(name)]);
    }
  });
});

/** The same call over REST, and as a tool. */
async function viaRest(method: string, path: string, body: Members) {
  const answer = await outstep.call(key, method, `/api/v1${path}`, body);
  return answer.status < 300 ? answer.body : answer.body.error;
}
async function viaTool(name: string, args: Members) {
  const { isError, text, value } = await callTool(outstep, key, name, args);
  return isError ? text : value;
}

const design = { blocks: [{ type: 'text', html: '<p>Hi</p>' }] };
const LAYOUT = {
  ...{
    name: 'Order',
    subject: 'Your order',
    description: 'Note',
    category: 'marketing',
    previewText: 'Soon',
  },
  ...{ defaultLocale: 'de', marketingTexts: { companyDetails: 'Cork' }, requiredVariables: ['a'] },
};
const visual = { ...LAYOUT, bodyType: 'visual', bodyDesign: design };
const text = {
  ...{ ...LAYOUT, bodyType: 'text', body: '<p>Hi</p>' },
  attachments: [{ filename: 'a', url: 'https://x.example/a' }],
};
const request = {
  ...{ name: 'Tell', description: 'Note', method: 'POST', url: 'https://x.example/a', timeoutMs: 2000 },
  ...{ headers: { 'X-Shop': 'a' }, body: { a: 1 }, testVariables: { a: 1 } },
};

/** Without the members that differ from one record to the next. */
const withoutVolatileMembers = (record: Members) => {
  const { id: _id, createdAt: _c, updatedAt: _u, languages: _l, version: _v, revision: _r, ...rest } = record;
  const { warnings: _w, ...fields } = rest;
  return fields;
};

const kinds = [
  { kind: 'visual layout', noun: 'email_template', path: '/email-templates', full: visual },
  { kind: 'text layout', noun: 'email_template', path: '/email-templates', full: text },
  { kind: 'request', noun: 'http_request', path: '/http-requests', full: request },
];

describe.each(kinds)('a $kind', ({ noun, path, full }) => {
  beforeAll(async () => {
    key = await outstep.newKey(await outstep.newStore(), 'write');
  });

  test('treats null as absent on create (contract: Fields 4)', async () => {
    for (const member of optionalMembers(inputOf(`create_${noun}`))) {
      if (member === 'bodyType') continue;
      const { [member]: _, ...without } = full as Members;
      const expected = withoutVolatileMembers(await viaRest('POST', path, without));
      const sent = { ...without, [member]: null };
      expect([member, withoutVolatileMembers(await viaRest('POST', path, sent))]).toEqual([member, expected]);
      expect([member, withoutVolatileMembers(await viaTool(`create_${noun}`, sent))]).toEqual([
        member,
        expected,
      ]);
    }
  });

  test('null clears a member or keeps one that always has a value (contract: Fields 2; Fields 4)', async () => {
    const always = new Set(['category', 'defaultLocale', 'bodyType', 'method', 'timeoutMs']);
    for (const member of optionalMembers(inputOf(`update_${noun}`))) {
      const { [member]: _, ...without } = full as Members;
      const isRequired = REQUIRED.has(`update_${noun}.${member}`);
      const before = await viaRest('POST', path, full);
      const empty = isRequired || always.has(member) ? before : await viaRest('POST', path, without);
      const expected = isRequired
        ? `${member}: required`
        : { ...withoutVolatileMembers(before), [member]: empty[member] };
      const read = (answer: unknown) =>
        typeof answer === 'string' ? answer : withoutVolatileMembers(answer as Members);
      const byRest = read(await viaRest('PATCH', `${path}/${before.id}`, { [member]: null }));
      expect([member, byRest]).toEqual([member, expected]);
      const other = await viaRest('POST', path, full);
      const isRemoval = noun === 'email_template' && (member === 'bodyDesign' || member === 'body');
      const consent = isRemoval ? { allow_removal: true } : {};
      const byTool = read(await viaTool(`update_${noun}`, { id: other.id, [member]: null, ...consent }));
      expect([member, byTool]).toEqual([member, expected]);
    }
  });
});

describe('inside a member', () => {
  beforeAll(async () => {
    key = await outstep.newKey(await outstep.newStore(), 'write');
  });

  test('null in an entry of attachments is the same as leaving it out (contract: Fields 4)', async () => {
    const [url] = text.attachments;
    const expected = withoutVolatileMembers(await viaRest('POST', '/email-templates', text));
    const sent = { ...text, attachments: [{ ...url, fileKey: null, sendAsLink: null }] };
    expect(withoutVolatileMembers(await viaRest('POST', '/email-templates', sent))).toEqual(expected);
    expect(withoutVolatileMembers(await viaTool('create_email_template', sent))).toEqual(expected);
    const required = await viaRest('POST', '/email-templates', {
      ...text,
      attachments: [{ ...url, filename: null }],
    });
    expect(required).toBe('attachments[0].filename: required');
  });

  test('null in a design is the same as leaving it out, at every depth, and reads back as sent (contract: Fields 4; Layouts 3)', async () => {
    const inner = { type: 'text', html: '<p>Hi</p>' };
    const nulls = { id: null, padding: null, hideOn: null, align: null };
    const designOf = (blocks: object[], more: object = {}) => ({ bodyDesign: { blocks, ...more } });
    const columns = (block: object, more: object = {}) => ({
      ...{ type: 'columns', columns: [{ blocks: [block] }, { blocks: [] }], ...more },
    });
    const without = designOf([inner, columns(inner)], { header: { blocks: [inner] } });
    const withNulls = designOf(
      [{ ...inner, ...nulls }, columns({ ...inner, padding: { top: null } }, { ratio: null, valign: null })],
      { header: { blocks: [inner], preset: null }, global: { width: null }, testVariables: null },
    );
    const shown = await viaRest('POST', '/email-templates/preview', { subject: 'Hello', ...without });
    const sent = { subject: 'Hello', ...withNulls };
    expect(await viaRest('POST', '/email-templates/preview', sent)).toEqual(shown);
    expect(await viaTool('preview_unsaved_email_template', sent)).toEqual(shown);
    const saved = await viaRest('POST', '/email-templates', { name: 'Nulls', ...sent });
    expect(saved.bodyDesign).toEqual(withNulls.bodyDesign);
    expect(await viaRest('POST', `/email-templates/${saved.id}/preview`, {})).toMatchObject({
      html: shown.html,
    });
    const required = await viaRest('POST', '/email-templates', {
      ...{ name: 'x', subject: 's', ...designOf([{ type: 'text', html: null }]) },
    });
    expect(required).toBe('bodyDesign.blocks[0].html: required');
  });

  test('null in a recipient of a step is the same as leaving it out (contract: Fields 4)', () => {
    const { input } = platformActions.find(({ name }) => name === 'send-email') ?? {};
    const step = { runId: 'r', stepId: 's', layoutId: 'l' };
    const to = (entry: object) => parseFields(input as z.ZodObject, { ...step, to: [entry] });
    expect(to({ name: null, address: 'anna@example.com' })).toEqual(to({ address: 'anna@example.com' }));
    expect(() => to({ name: 'Anna', address: null })).toThrow('to[0].address: required');
  });
});

test('a preview with null for every optional member equals the one without them (contract: Fields 4)', async () => {
  key = await outstep.newKey(await outstep.newStore(), 'write');
  const nulls = (name: string) =>
    Object.fromEntries(optionalMembers(inputOf(name)).map((member) => [member, null]));
  const unsaved = { subject: 'Hello' };
  const shown = await viaRest('POST', '/email-templates/preview', unsaved);
  expect(shown).toMatchObject({ subject: 'Hello', locale: 'en' });
  const sent = { ...nulls('preview_unsaved_email_template'), ...unsaved };
  expect(await viaRest('POST', '/email-templates/preview', sent)).toEqual(shown);
  expect(await viaTool('preview_unsaved_email_template', sent)).toEqual(shown);

  const { id } = await viaRest('POST', '/email-templates', visual);
  const { previewText: _p, marketingTexts: _m, bodyDesign: _b, ...call } = nulls('preview_email_template');
  const saved = await viaRest('POST', `/email-templates/${id}/preview`, {});
  expect(await viaRest('POST', `/email-templates/${id}/preview`, call)).toEqual(saved);
});
