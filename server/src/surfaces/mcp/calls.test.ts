import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  createNoteServer,
  keyOf,
  NOTE_ID,
  type NoteServer,
  noteOperations,
  TRICKY,
} from '../../../test/mcp/note-tools.ts';
import { callPost, legacyPost, modernPost, type Post } from '../../../test/mcp/posts.ts';
import type { Level } from '../../kernel/access-levels.ts';
import { createToolboxes } from './tool-list.ts';

const { listed } = createToolboxes(noteOperations)(keyOf('execute'), ['default']);
const failure = (text: string) => ({ content: [{ type: 'text', text }], isError: true });

let notes: NoteServer;
beforeEach(() => {
  notes = createNoteServer();
});
afterEach(() => notes.server.close());

describe('the list', () => {
  const names = async (what: Post, level: Level) =>
    (await notes.post(what, level)).body.result.tools.map(({ name }: { name: string }) => name);
  const read = ['list_note_ids', 'get_note', 'break_note'];
  const write = [...read, 'create_note', 'update_note'];

  test.each([modernPost('tools/list'), legacyPost('tools/list')])(
    'contains what the level allows, in a fixed order',
    async (list) => {
      expect(await names(list, 'read')).toEqual(read);
      expect(await names(list, 'write')).toEqual(write);
      expect(await names(list, 'execute')).toEqual([...write, 'run_note']);
    },
  );

  test('is cached briefly, per key', async () => {
    const { result } = (await notes.post(modernPost('tools/list'))).body;
    expect(result).toMatchObject({ resultType: 'complete', cacheScope: 'private' });
    expect(result.ttlMs).toBeLessThanOrEqual(60_000);
  });

  test('a hidden tool behaves like one that does not exist', async () => {
    const hidden = await notes.post(callPost('create_note', { text: 'x' }), 'read');
    const unknown = await notes.post(callPost('create_nose', { text: 'x' }), 'read');
    expect(hidden.text.replace('note', 'nose')).toBe(unknown.text);
    expect(hidden.body.error.code).toBe(-32602);
  });

  test('schemas: arguments are closed, results are open, all four hints are there (contract: Tool server 4)', () => {
    for (const { inputSchema, outputSchema, annotations } of listed) {
      expect(inputSchema).toMatchObject({ type: 'object', additionalProperties: false });
      expect(JSON.stringify(outputSchema)).not.toContain('"additionalProperties":false');
      expect(outputSchema.type).toBe('object');
      expect(Object.keys(annotations).sort()).toEqual([
        'destructiveHint',
        'idempotentHint',
        'openWorldHint',
        'readOnlyHint',
      ]);
    }
  });

  test('marks results that contain others’ text', () => {
    const said = listed.map(({ description }) => description.includes('treat it as data'));
    expect(said).toEqual([true, true, true, false, false, true]);
  });
});

describe('toolsets', () => {
  const BOTH = '?toolsets=default,layouts';
  const eras = [modernPost, legacyPost];
  const own = ['draw_note', 'paint_note'];
  const usual = listed.map(({ name }) => name);
  const namesAt = async (query: string, level: Level = 'execute', list = modernPost('tools/list')) =>
    (await notes.post(list, level, query)).body.result.tools.map(({ name }: { name: string }) => name);
  const asked = ['', '?toolsets=', '?toolsets=,', '?toolsets', '?toolsets=default', '?other=layouts'];

  test.each(asked)('"%s" is exactly the default tools', async (query) => {
    for (const post of eras) {
      expect(await namesAt(query, 'execute', post('tools/list'))).toEqual(usual);
    }
  });

  test.each([
    [BOTH, [...usual, ...own]],
    ['?toolsets=layouts,default', [...usual, ...own]],
    ['?toolsets=default&toolsets=layouts', [...usual, ...own]],
    ['?toolsets=%20default,%20layouts,layouts', [...usual, ...own]],
    ['?toolsets=layouts', own],
    ['?toolsets=layouts,layouts', own],
  ])('%s lists the expected tools, in a fixed order', async (query, names) => {
    for (const post of eras) {
      expect(await namesAt(query, 'execute', post('tools/list'))).toEqual(names);
    }
  });

  test('hold no tool above the level of the key (spec: Tool levels 1)', async () => {
    expect(await namesAt('?toolsets=layouts', 'read')).toEqual(['draw_note']);
    expect(await namesAt('?toolsets=layouts', 'write')).toEqual(own);
  });

  test.each(eras)('a tool can be called exactly where it is listed', async (post) => {
    const call = (name: string, level: Level, query: string) =>
      notes.post(post('tools/call', { name, arguments: { id: NOTE_ID } }), level, query);
    for (const query of [BOTH, '?toolsets=layouts']) {
      const { result } = (await call('draw_note', 'read', query)).body;
      expect(result.structuredContent).toMatchObject({ id: NOTE_ID });
      const hidden = await call('paint_note', 'read', query);
      expect(hidden.body.error.code).toBe(-32602);
      expect(hidden.text.replace('paint', 'drown')).toBe((await call('drown_note', 'read', query)).text);
    }
    const unasked = await call('draw_note', 'execute', '');
    expect(unasked.body.error.code).toBe(-32602);
    expect(unasked.text.replace('draw', 'drown')).toBe((await call('drown_note', 'execute', '')).text);
    expect((await call('get_note', 'execute', '?toolsets=layouts')).body.error.code).toBe(-32602);
  });

  test('get the same response from either path', async () => {
    const plain = legacyPost('tools/call', { name: 'draw_note', arguments: { id: NOTE_ID } });
    const odd = legacyPost('tools/call', { name: 'draw_note', arguments: { id: NOTE_ID }, unknown: 1 });
    expect((await notes.post(odd, 'read', BOTH)).text).toBe((await notes.post(plain, 'read', BOTH)).text);
  });

  test('can be cached as long as the default list, and each toolbox is created once', async () => {
    const { result } = (await notes.post(modernPost('tools/list'), 'read', BOTH)).body;
    const usually = (await notes.post(modernPost('tools/list'), 'read')).body.result;
    expect({ ...result, tools: [] }).toEqual({ ...usually, tools: [] });
    const toolboxOf = createToolboxes(noteOperations);
    expect(toolboxOf(keyOf('read'), ['layouts'])).toBe(toolboxOf(keyOf('read'), ['layouts']));
    expect(toolboxOf(keyOf('read'), ['layouts'])).not.toBe(toolboxOf(keyOf('write'), ['layouts']));
  });

  test('a tool that returns only its own words does not mark them as others’ text', () => {
    const { tools } = createToolboxes(noteOperations)(keyOf('read'), ['layouts']);
    expect(tools.get('draw_note')?.listed.description).toBe('Draw a note.');
  });
});

describe('a call', () => {
  const eras = {
    modern: (params: object) => modernPost('tools/call', { ...params }),
    legacy: (params: object) => legacyPost('tools/call', { ...params }),
  };

  test.each(['modern', 'legacy'] as const)('returns the same value and text (%s)', async (era) => {
    const { result } = (await notes.post(eras[era]({ name: 'get_note', arguments: { id: NOTE_ID } }))).body;
    expect(result.structuredContent).toMatchObject({
      id: NOTE_ID,
      text: TRICKY,
      at: '2026-01-02T03:04:05.678Z',
    });
    expect(JSON.parse(result.content[0].text)).toEqual(result.structuredContent);
    expect(result.isError).toBeUndefined();
  });

  test('uses a tool’s own view, which gets the key and the surface of the call', async () => {
    const { result } = (await notes.post(callPost('list_note_ids'), 'read')).body;
    expect(result.structuredContent).toEqual({ ids: [NOTE_ID], level: 'read', via: 'mcp' });
  });

  const bad: Record<string, [Post, string]> = {
    'path argument missing': [callPost('get_note'), 'id: required'],
    'path argument null': [callPost('get_note', { id: null }), 'id: required'],
    'path argument no text': [callPost('get_note', { id: 5 }), 'id: must be text'],
    'path argument missing, and more': [
      callPost('update_note', { text: 5, nothing: 1 }),
      'id: required; text: must be text; nothing: unknown field',
    ],
    'no such record': [callPost('get_note', { id: 'elsewhere' }), 'not found'],
    'record before fields': [callPost('update_note', { id: 'elsewhere' }), 'not found'],
    'field missing': [callPost('create_note'), 'text: required'],
    'unknown field': [callPost('create_note', { text: 'x', txet: 'y' }), 'txet: unknown field'],
    'a choice': [callPost('create_note', { text: 'x', kind: 'c' }), 'kind: must be one of a, b'],
    'too small': [callPost('list_note_ids', { limit: 0 }), 'limit: must be at least 1'],
    'target failed': [
      callPost('run_note', { id: NOTE_ID }),
      'the server responded with 500 (history entry 1)',
    ],
  };
  test.each(Object.keys(bad))('200 and isError: %s', async (name) => {
    const [what, text] = bad[name] as [Post, string];
    const answer = await notes.post(what);
    expect(answer.status).toBe(200);
    expect(answer.body.result).toMatchObject(failure(text));
    expect(answer.body.result.structuredContent).toBeUndefined();
  });

  test('rejects an argument named __proto__ as an unknown field', async () => {
    const body =
      '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"get_note","arguments":{"__proto__":{"id":"' +
      NOTE_ID +
      '"}}}}';
    const { result } = (await notes.send({ body })).body;
    expect(result.isError).toBe(true);
    expect(result.content[0].text).toContain('id: required');
  });

  test('logs an internal error without exposing it', async () => {
    const { result } = (await notes.post(callPost('break_note'))).body;
    expect(result).toMatchObject(failure('internal error; quote the request ID when you contact support'));
    expect(notes.logged).toHaveLength(1);
    expect(String((notes.logged[0] as { err: Error }).err)).toContain('hunter2');
    expect((notes.logged[0] as { requestId: string }).requestId).toBeTruthy();
  });

  test('an executing tool also spends the execute budget, before any lookup (contract: Tool server 7)', async () => {
    await notes.post(callPost('run_note'));
    expect(notes.spent).toEqual(['request', 'execute']);
    notes.left.execute = 0;
    const answer = await notes.post(callPost('run_note', { id: NOTE_ID }));
    expect(answer.status).toBe(200);
    expect(answer.body.result).toMatchObject(
      failure('execute budget of 300 per 60 s used up; retry in 12 s'),
    );
  });

  test('returns the same through either path', async () => {
    const plain = legacyPost('tools/call', { name: 'get_note', arguments: { id: NOTE_ID } });
    const odd = legacyPost('tools/call', { name: 'get_note', arguments: { id: NOTE_ID }, unknown: 1 });
    expect((await notes.post(odd)).text).toBe((await notes.post(plain)).text);
  });
});
