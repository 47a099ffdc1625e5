import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operations } from '../../src/surfaces/operations.ts';
import type { Outstep, TestKey } from '../harness/outstep.ts';
import { sharedOutstep } from '../harness/shared.ts';
import { callTool } from '../mcp/posts.ts';

let outstep: Outstep;
let key: TestKey;

beforeAll(async () => {
  outstep = await sharedOutstep();
  key = await outstep.newKey(await outstep.newStore(), 'write', { name: 'Deploy' });
});
afterAll(() => outstep?.close());

interface Write {
  list: '/email-templates' | '/http-requests';
  /** Path parameters other than the ID. */
  path?: Record<string, string | number>;
  body?: Record<string, unknown>;
  /** The source of the new version, where it is not that of the surface. */
  source?: 'restore' | 'promote';
}

const layout: Pick<Write, 'list'> = { list: '/email-templates' };
const request: Pick<Write, 'list'> = { list: '/http-requests' };
const fields = {
  '/email-templates': { name: 'Order', subject: 'Thanks', bodyType: 'text', body: '<p>Hi</p>' },
  '/http-requests': { name: 'Order', url: 'https://example.com/' },
};

/** Every write of a layout or request that a key may make, by operation. */
const writes: Record<string, Write> = {
  create_email_template: { ...layout, body: fields['/email-templates'] },
  update_email_template: { ...layout, body: { subject: 'Thank you' } },
  duplicate_email_template: { ...layout, body: { name: 'Copy' } },
  put_translation: { ...layout, path: { locale: 'de' }, body: { subject: 'Danke' } },
  delete_translation: { ...layout, path: { locale: 'de' } },
  promote_translation: { ...layout, path: { locale: 'de' }, source: 'promote' },
  restore_version: { ...layout, path: { version: 1 }, source: 'restore' },
  create_http_request: { ...request, body: fields['/http-requests'] },
  update_http_request: { ...request, body: { name: 'Other' } },
};
/** Deletions keep every version in the trash; a restored commit needs a repository (`repository/versions`). */
const others = ['delete_email_template', 'delete_http_request', 'restore_repository_version'];

const isOfDocument = ({ path }: { path: string }) =>
  /^\/(?:email-templates|http-requests)(?:\/|$)/.test(path);
const writing = operations.flatMap((each) =>
  'access' in each && each.access === 'write' && each.rest.some(isOfDocument) ? [each] : [],
);

const rest = (method: string, path: string, body?: unknown) =>
  outstep.call(key, method, `/api/v1${path}`, body);
const expectDone = async (answer: ReturnType<typeof rest>) => {
  const { status, text, body } = await answer;
  expect([200, 201], text).toContain(status);
  return body;
};
const versionsOf = async (list: string, id: string): Promise<{ version: number; source: string }[]> =>
  (await expectDone(rest('GET', `${list}/${id}/versions`))).items;

async function newDocument(list: Write['list']): Promise<string> {
  const { id } = await expectDone(rest('POST', list, fields[list]));
  if (list === '/email-templates')
    await expectDone(rest('PUT', `${list}/${id}/translations/de`, { subject: 'Danke' }));
  return id;
}

test('lists every write', () => {
  expect(writing.map(({ name }) => name).sort()).toEqual([...Object.keys(writes), ...others].sort());
});

describe.each(writing.filter(({ name }) => name in writes))('$name', ({ name, rest: routes, tool }) => {
  const { list, path = {}, body, source } = writes[name] as Write;
  const isNew = /^(?:create|duplicate)_/.test(name);

  async function expectVersion(call: (id: string) => Promise<{ id?: string }>, surface: 'api' | 'mcp') {
    const id = await newDocument(list);
    const before = isNew ? [] : await versionsOf(list, id);
    const answer = await call(id);
    const after = await versionsOf(list, isNew ? (answer.id as string) : id);
    expect(after).toEqual([
      expect.objectContaining({ version: before.length + 1, source: source ?? surface }),
      ...before,
    ]);
  }

  test.each(routes)(
    '$method $path records one version (spec: Layout version 2) (contract: Versions 1; HTTP requests 12)',
    ({ method, path: route }) =>
      expectVersion((id) => {
        const members: Record<string, string | number> = { id, ...path };
        return expectDone(
          rest(
            method,
            route.replace(/:(\w+)/g, (_, each) => String(members[each])),
            body,
          ),
        );
      }, 'api'),
  );

  test('its tool records one version (spec: Layout version 2) (contract: Versions 1; HTTP requests 12)', () =>
    expectVersion(async (id) => {
      const isCreated = name.startsWith('create_');
      const given = { ...(!isCreated && { id }), ...path, ...body };
      const { value, isError, text } = await callTool(outstep, key, tool?.name ?? '', given);
      expect(isError, text).toBe(false);
      return value;
    }, 'mcp'));

  if (name.startsWith('update_'))
    test('saving without changes records one too (contract: Versions 1)', async () => {
      const id = await newDocument(list);
      const count = (await versionsOf(list, id)).length;
      await expectDone(rest('PATCH', `${list}/${id}`, {}));
      expect(await versionsOf(list, id)).toHaveLength(count + 1);
    });
});
