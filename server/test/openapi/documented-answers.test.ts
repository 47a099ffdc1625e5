import { describe, expect, test } from 'vitest';
import { undocumented } from '../harness/documented-answers.ts';
import { document } from './document.ts';

const ID = '0198c0de-7a10-7000-8000-000000000002';
const deleted = { deleted: true, id: ID };
const headers = (others: Record<string, string> = {}) => new Headers({ 'x-request-id': ID, ...others });

describe('a response missing from the document fails the test that received it (contract: Every answer 12)', () => {
  const path = `/api/v1/email-templates/${ID}/`;

  test.each<[string, number, Headers, unknown, RegExp | null]>([
    ['a documented answer', 200, headers({ ratelimit: '"request";r=299;t=60' }), deleted, null],
    ['a documented error', 400, headers({ 'x-error-code': 'body_not_json' }), { error: 'x' }, null],
    ['another status', 418, headers(), deleted, /^status$/],
    ['another header', 200, headers({ 'x-color': 'red' }), deleted, /^x-color$/],
    ['a missing header', 404, headers(), { error: 'not found' }, /^no X-Error-Code$/],
    ['another member', 200, headers(), { ...deleted, color: 'red' }, /^body: .*additional properties/],
    ['a missing member', 200, headers(), { id: ID }, /^body: .*'deleted'/],
    ['another member of an error', 404, headers({ 'x-error-code': 'x' }), { error: 'x', id: ID }, /^body: /],
  ])('%s: %i', (_what, status, received, body, says) => {
    const [found, ...others] = undocumented('DELETE', path, { status, headers: received, body });
    expect(others).toEqual([]);
    if (says) expect(found).toMatch(says);
    else expect(found).toBeUndefined();
  });

  test('a literal segment takes precedence over a path parameter', () => {
    const github = `/api/v1/email-templates/${ID}/versions/github`;
    const answer = {
      status: 409,
      headers: headers({ 'x-error-code': 'no_repository' }),
      body: { error: 'x' },
    };
    expect(undocumented('GET', github, answer)).toEqual([]);
    expect(undocumented('GET', github.replace('github', '3'), answer)).toEqual(['status']);
  });

  test('documents errors that belong to no operation', () => {
    expect(document.info.description).toMatch(
      /unknown path returns 404, and a wrong method returns 405 .*`Allow`/,
    );
  });
});

describe('names read well in generated clients (contract: Every answer 13)', () => {
  const operationIds = Object.values(document.paths).flatMap((methods) =>
    Object.values(methods as object).map(({ operationId }) => operationId as string),
  );

  test('operation IDs are unique, and a verb with a noun', () => {
    expect(new Set(operationIds).size).toBe(operationIds.length);
    for (const id of operationIds) {
      expect(id).toMatch(/^[a-z]+(_[a-z]+)+$/);
      expect(id).not.toMatch(/_(get|post|put|patch|delete)$/);
    }
  });

  /** Globals of browsers that Node.js doesn't have. */
  const ofBrowsers =
    'Comment Document Element History Image Location Node Notification Option Plugin Range Screen Selection Text Window';

  test('no schema has the name of a global', () => {
    const taken = new Set([...Object.getOwnPropertyNames(globalThis), ...ofBrowsers.split(' ')]);
    expect(Object.keys(document.components.schemas).filter((name) => taken.has(name))).toEqual([]);
  });
});

describe('schemas suit generated types (contract: Every answer 13)', () => {
  // biome-ignore lint/suspicious/noExplicitAny: walks an arbitrary document
  const objectsIn = (node: any, at: string): [at: string, schema: any][] =>
    typeof node !== 'object' || node === null
      ? []
      : [
          ...([node.type].flat().includes('object') ? [[at, node] as [string, typeof node]] : []),
          ...Object.entries(node).flatMap(([name, value]) => objectsIn(value, `${at}.${name}`)),
        ];
  const schemas = Object.entries(document.components.schemas).flatMap(([name, schema]) =>
    objectsIn(schema, name),
  );

  test('a free-form object states that its members can be anything', () => {
    const silent = schemas.filter(([, schema]) => !schema.properties && !schema.additionalProperties);
    expect(silent.map(([at]) => at)).toEqual([]);
    expect(document.components.schemas.SendEmailBody.properties.variables.additionalProperties).toBe(true);
  });

  test('a member of a named schema has no `default` keyword, because generators would make it required', () => {
    const withDefault = schemas.flatMap(([at, { properties = {} }]) =>
      Object.keys(properties)
        .filter((name) => properties[name].default !== undefined)
        .map((name) => `${at}.${name}`),
    );
    expect(withDefault).toEqual([]);
    const { level } = document.components.schemas.HeadingBlock.properties;
    expect(level.description).toBe('1 is the largest. Default: `2`.');
  });

  test('only input that rejects unknown members is closed', () => {
    const closed = schemas.filter(([, schema]) => schema.additionalProperties === false).map(([at]) => at);
    const inputs = /^(\w+Block|LayoutDesign|AttachmentInput|MarketingTextsInput)\b/;
    expect(closed.filter((at) => !inputs.test(at))).toEqual([]);
    expect(closed).toContain('HeadingBlock');
  });
});
