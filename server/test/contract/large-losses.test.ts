import { afterAll, beforeAll, expect, test } from 'vitest';
import { layoutsPath } from '../harness/layouts.ts';
import type { Outstep, TestKey } from '../harness/outstep.ts';
import { sharedOutstep } from '../harness/shared.ts';
import { callTool, headersOf, modernPost } from '../mcp/posts.ts';

let outstep: Outstep;
let key: TestKey;

beforeAll(async () => {
  outstep = await sharedOutstep();
  key = await outstep.newKey(await outstep.newStore(), 'write');
});
afterAll(() => outstep?.close());

const words = (text: string) => ({ type: 'text', html: `<p>${text}</p>` });
const five = { blocks: ['A', 'B', 'C', 'D', 'E'].map(words) };
const one = { blocks: [words('A')] };
const call = (method: string, path: string, body?: unknown) =>
  outstep.call(key, method, `${layoutsPath}${path}`, body);
async function newLayout(): Promise<string> {
  const made = await call('POST', '', { name: 'A', subject: 'Hello', bodyDesign: five });
  expect(made.status, made.text).toBe(201);
  return made.body.id;
}
const german = (id: string, bodyDesign: object) =>
  call('PUT', `/${id}/translations/de`, { subject: 'Hallo', bodyDesign });

test('a write that removes a lot is saved over REST, with warnings that name what was removed (contract: Layouts 20)', async () => {
  const id = await newLayout();
  expect((await german(id, five)).body.warnings).toBeUndefined();
  const cut = await call('PATCH', `/${id}`, { bodyDesign: one });
  expect(cut.status).toBe(200);
  expect(cut.body.bodyDesign).toEqual(one);
  expect(cut.body.warnings).toEqual([
    'bodyDesign: 4 of 5 blocks were removed (4 text); version 2 still has the removed content',
    'translations.de.bodyDesign: has blocks that the main language lacks (4 text)',
  ]);
  const emptied = await german(id, { blocks: [] });
  expect(emptied.status).toBe(200);
  expect(emptied.body.warnings).toEqual([
    'bodyDesign: all 5 blocks were removed (5 text); version 3 still has the removed content',
  ]);
  const { body } = await call('GET', `/${id}/findings?locale=de`);
  expect(body.items).toContainEqual({
    ...{ rule: 'structure-differs', severity: 'warning', path: 'bodyDesign', locale: 'de' },
    message: 'This language lacks 1 block of the main language.',
  });
  const restored = await call('POST', `/${id}/versions/2/restore`);
  expect(restored.status).toBe(200);
  expect((await call('GET', `/${id}/findings`)).text).not.toContain('structure-differs');
});

test('a tool refuses to remove a lot unless allow_removal is sent (contract: Tool server 14)', async () => {
  const id = await newLayout();
  const tool = (name: string, args: object) => callTool(outstep, key, name, { id, ...args });
  const refused = await tool('update_email_template', { bodyDesign: one });
  expect(refused).toMatchObject({ isError: true });
  expect(refused.text).toBe(
    'bodyDesign: 4 of 5 blocks were removed (4 text); nothing was saved. Send allow_removal: true if this is intended',
  );
  const lacking = { locale: 'de', subject: 'Hallo', bodyDesign: one };
  expect((await tool('put_translation', lacking)).text).toBe(
    'bodyDesign: lacks blocks that the main language has (4 text); nothing was saved. Send allow_removal: true if this is intended',
  );
  const { body: unchanged } = await call('GET', `/${id}`);
  expect(unchanged).toMatchObject({ version: 1, bodyDesign: five });
  expect(unchanged.languages).toHaveLength(1);

  const allowed = await tool('put_translation', { ...lacking, allow_removal: true });
  expect(allowed.value).toMatchObject({
    warnings: ['bodyDesign: lacks blocks that the main language has (4 text)'],
  });
  // Adding a block is not a removal.
  const more = { blocks: [...five.blocks, words('F')] };
  const added = await tool('update_email_template', { bodyDesign: more });
  expect(added).toMatchObject({ isError: false });
  expect(added.value.warnings).toEqual([
    'translations.de.bodyDesign: lacks blocks that the main language has (5 text)',
  ]);
  const checked = await tool('check_email_template', { locale: 'de' });
  expect(checked.text).toContain('This language lacks 5 blocks of the main language.');
  expect((await tool('update_email_template', { name: 'B', allow_removal: 'yes' })).text).toBe(
    'allow_removal: must be true or false',
  );
});

test('only tools that change a layout’s content have the argument, and none of the default sixteen', async () => {
  const listed = async (toolsets: string) => {
    const list = modernPost('tools/list');
    const answer = await outstep.call(key, 'POST', `/api/mcp${toolsets}`, list.message, headersOf(list));
    const tools: { name: string; inputSchema: { properties: object } }[] = answer.body.result.tools;
    return tools
      .filter(({ inputSchema }) => 'allow_removal' in inputSchema.properties)
      .map(({ name }) => name);
  };
  expect(await listed('')).toEqual([]);
  expect((await listed('?toolsets=layouts')).sort()).toEqual(['put_translation', 'update_email_template']);
});

test('a body that loses its text is reported too (contract: Layouts 20)', async () => {
  const body = `<p>${'Your order is on its way. '.repeat(20)}</p>`;
  const made = await call('POST', '', { name: 'A', subject: 'Hello', bodyType: 'text', body });
  const cut = await call('PUT', `/${made.body.id}`, { body: '<p>Your order</p>' });
  expect(cut.body.warnings).toEqual([
    'body: 98% of the text was removed; version 1 still has the removed content',
  ]);
});
