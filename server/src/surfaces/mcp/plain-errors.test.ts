import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createNoteServer, NOTE_ID } from '../../../test/mcp/note-tools.ts';
import { legacyPost, modernPost, type Post } from '../../../test/mcp/posts.ts';

type Members = Record<string, unknown>;

const notes = createNoteServer();
const call = { name: 'get_note', arguments: { id: NOTE_ID } };
const eras = { modern: modernPost, legacy: legacyPost };

/** A call in which fields of its params, or of the message around them, are replaced. */
function callWith(era: keyof typeof eras, params: Members, around: Members = {}): Post {
  const { message, headers } = eras[era]('tools/call', call);
  const exchanged = { ...(message['params'] as Members), ...params };
  return { message: { ...message, params: exchanged, ...around }, headers };
}

const NO_OBJECT = 'arguments: must be an object';

describe.each(['modern', 'legacy'] as const)('params that the protocol does not allow (%s)', (era) => {
  const shapes: [string, Members, string][] = [
    ...[null, [], [{ id: NOTE_ID }], 'x', '', 5, 0, true, false].map((args): [string, Members, string] => [
      `arguments ${JSON.stringify(args)}`,
      { arguments: args },
      NO_OBJECT,
    ]),
    ...[null, [], 5, {}].map((name): [string, Members, string] => [
      `name ${JSON.stringify(name)}`,
      { name },
      'name: must be text',
    ]),
    ['no name', { name: undefined }, 'name: required'],
    ['two at once', { name: 5, arguments: null }, `name: must be text; ${NO_OBJECT}`],
  ];
  test.each(shapes)('one message for %s (contract: Tool server 15)', async (_, params, sentence) => {
    const { status, body } = await notes.post(callWith(era, params));
    expect(status).toBe(200);
    expect(body).toEqual({ jsonrpc: '2.0', id: 1, error: { code: -32602, message: sentence } });
  });

  test('one message for a cursor that is not a string (contract: Tool server 15)', async () => {
    for (const cursor of [5, null, {}]) {
      const { body } = await notes.post(eras[era]('tools/list', { cursor }));
      expect(body.error).toEqual({ code: -32602, message: 'cursor: must be text' });
    }
  });

  test('a tool still receives arguments of any type', async () => {
    const strange = { id: NOTE_ID, '[\n': null };
    const { body } = await notes.post(callWith(era, { arguments: strange }));
    expect(body.result).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining('unknown field') }],
    });
  });
});

test('one message for a handshake without its fields (contract: Tool server 15)', async () => {
  const { body } = await notes.post(legacyPost('initialize', { capabilities: [], clientInfo: null }));
  expect(body.error).toEqual({
    code: -32602,
    message: 'protocolVersion: required; capabilities: must be an object; clientInfo: must be an object',
  });
});

test('one message for a call without params', async () => {
  const { message, headers } = legacyPost('tools/call');
  const { params: _, ...without } = message;
  const { body } = await notes.post({ message: without, headers });
  expect(body.error).toEqual({ code: -32602, message: 'params: required' });
});

test('a hostile envelope gets one line of JSON-RPC and runs no tool (contract: Tool server 15)', async () => {
  const junk = fc.oneof(
    fc.constantFrom(
      null,
      undefined,
      [],
      {},
      '',
      '__proto__',
      '[\n]',
      0,
      -1,
      1.5,
      2 ** 53,
      true,
      [[]],
      [null],
    ),
    fc.jsonValue({ maxDepth: 2 }),
  );
  const member = fc.constantFrom('jsonrpc', 'id', 'method', 'params', 'extra', 'result', 'error');
  const inParams = fc.constantFrom('name', 'arguments', '_meta', 'task', 'cursor', 'extra', '__proto__');
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('modern' as const, 'legacy' as const),
      fc.array(fc.tuple(inParams, junk), { maxLength: 2 }),
      fc.array(fc.tuple(member, junk), { maxLength: 2 }),
      async (era, params, around) => {
        const { status, text } = await notes.post(
          callWith(era, Object.fromEntries(params), Object.fromEntries(around)),
        );
        expect([200, 202, 400, 404]).toContain(status);
        if (text === '') return;
        const { error, result } = JSON.parse(text);
        if (result) return;
        expect(error).toEqual({
          code: expect.any(Number),
          message: expect.any(String),
          ...(error.data && { data: expect.anything() }),
        });
        expect(error.code, error.message).not.toBe(-32603);
        expect(error.message).not.toMatch(/"code":|"expected"|\n\s+\{/);
      },
    ),
    { numRuns: 300 },
  );
  expect(notes.logged).toEqual([]);
});
