import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { keyOf, NOTE_ID, noteOperations, TRICKY } from '../../../test/mcp/note-tools.ts';
import { CAPABILITIES, INFO, legacyPost, modernPost, type Post, VERSION } from '../../../test/mcp/posts.ts';
import type { ToolResult } from './call-tool.ts';
import { serverInfoOf, type ToolExchange } from './exchange.ts';
import { createFastPath } from './fast-path.ts';
import { createSdkPath } from './sdk-path.ts';
import { createToolboxes } from './tool-list.ts';

const serverInfo = serverInfoOf('1.2.3');
const toolbox = createToolboxes(noteOperations)(keyOf('write'), ['default']);
const sdkPath = createSdkPath(serverInfo);

const results: Record<string, ToolResult> = {
  get_note: {
    text: JSON.stringify({ text: TRICKY, at: new Date(0), deep: [[{ a: null }]] }),
    isError: false,
  },
  update_note: { text: `text: "${TRICKY}" is wrong`, isError: true },
  create_note: { text: '{}', isError: false },
};
const resultOf = (name: string): ToolResult => results[name] ?? { text: 'not found', isError: true };

const bySdk = ({ message, headers }: Post) =>
  sdkPath(message, headers, {
    toolbox,
    call: async (tool) => resultOf(tool.listed.name),
    onError: () => {},
  });

/** Null if the message is left to the SDK. */
function answerFast(
  path: ReturnType<typeof createFastPath>,
  { message, headers }: Post,
): ToolExchange | null {
  const plain = path.read(message, headers);
  if (!plain) return null;
  if (!plain.call) return path.answerList(plain, toolbox);
  return toolbox.tools.has(plain.call.name) ? path.answerCall(plain, resultOf(plain.call.name)) : null;
}

describe('direct responses equal those of the SDK byte for byte', () => {
  const call = (name: string, rest = {}) => ({ name, arguments: { id: NOTE_ID }, ...rest });
  const corpus: Record<string, Post> = {
    'modern list': modernPost('tools/list'),
    'legacy list': legacyPost('tools/list'),
    'legacy list without params': {
      ...legacyPost('tools/list'),
      message: { jsonrpc: '2.0', id: 'x', method: 'tools/list' },
    },
    'legacy list of 2024-11-05': legacyPost('tools/list', {}, { version: '2024-11-05' }),
    'modern call': modernPost('tools/call', call('get_note')),
    'modern failure': modernPost('tools/call', call('update_note')),
    'modern call without arguments': modernPost('tools/call', { name: 'create_note' }),
    'legacy call': legacyPost('tools/call', call('get_note')),
    'legacy failure': legacyPost('tools/call', call('update_note')),
    'legacy call with a progress token': legacyPost(
      'tools/call',
      call('get_note', { _meta: { progressToken: 7, 'com.x/y': {} } }),
    ),
    'an id of text': modernPost('tools/call', call('get_note'), { id: 'a"\\\u2028' }),
    'a negative id': modernPost('tools/call', call('get_note'), { id: -0 }),
  };
  test.each(Object.keys(corpus))('%s', async (name) => {
    const post = corpus[name] as Post;
    const direct = answerFast(createFastPath(serverInfo), post);
    expect(direct).not.toBeNull();
    expect(direct).toEqual(await bySdk(post));
  });
});

describe('leaves unusual messages to the SDK', () => {
  const good = modernPost('tools/call', { name: 'get_note', arguments: { id: NOTE_ID } });
  const path = createFastPath(serverInfo);
  path.read(good.message, good.headers);
  const withMeta = (meta: object): Post => modernPost('tools/call', { name: 'get_note', _meta: meta });

  const left: Record<string, Post> = {
    'unknown tool': modernPost('tools/call', { name: 'nothing' }),
    'another method': modernPost('server/discover'),
    cursor: modernPost('tools/list', { cursor: 'x' }),
    'unknown version': modernPost('tools/list', {}, { version: '2027-01-01' }),
    'legacy header, unknown version': legacyPost('tools/list', {}, { version: '1999-01-01' }),
    'version header missing': { ...good, headers: { ...good.headers, version: undefined } },
    'method header missing': { ...good, headers: { ...good.headers, method: undefined } },
    'name header missing': { ...good, headers: { ...good.headers, name: undefined } },
    'name header of another tool': { ...good, headers: { ...good.headers, name: 'create_note' } },
    'modern header without envelope': { ...legacyPost('tools/list'), headers: good.headers },
    'no client capabilities': withMeta({ [VERSION]: '2026-07-28' }),
    'client info null, after a good envelope without it': withMeta({
      [VERSION]: '2026-07-28',
      [CAPABILITIES]: {},
      [INFO]: null,
    }),
    'a reserved member nobody knows': withMeta({
      [VERSION]: '2026-07-28',
      [CAPABILITIES]: {},
      'io.modelcontextprotocol/related-task': 5,
    }),
    'a batch of one': { ...good, message: [good.message] as never },
    notification: {
      ...good,
      message: { jsonrpc: '2.0', method: 'tools/call', params: { name: 'get_note' } },
    },
    'id null': legacyPost('tools/list', {}, { id: null as never }),
    'id with a fraction': legacyPost('tools/list', {}, { id: 1.5 }),
    'arguments as a list': legacyPost('tools/call', { name: 'get_note', arguments: [] }),
    'an unknown member of the message': { ...good, message: { ...good.message, extra: 1 } },
    'an answer to a question never asked': modernPost('tools/call', { name: 'get_note', inputResponses: {} }),
  };
  test.each(Object.keys(left))('%s', (name) => {
    expect(answerFast(path, left[name] as Post)).toBeNull();
  });
});

/** Usually valid, and wrong in one or two places. */
const sometimes = (usual: unknown, ...others: unknown[]) =>
  fc.oneof({ weight: 20, arbitrary: fc.constant(usual) }, ...others.map((other) => fc.constant(other)));

const message = {
  id: sometimes(1, 'a', null, 1.5, undefined, -1),
  method: sometimes('tools/call', 'tools/list', 'ping', 5),
  name: sometimes('get_note', 'update_note', 'run_note', 5, undefined),
  args: sometimes({ id: NOTE_ID }, undefined, null, [], 'x', {}),
  token: sometimes(undefined, 1, 'x', null, 1.5, {}),
  level: sometimes(undefined, 'info', 'loud', null),
  task: sometimes(undefined, 5, {}),
  extra: sometimes({}, { cursor: 'x' }, { requestState: 'x' }, { task: {} }, { task: 1 }, { x: 1 }),
};
const modern = {
  ...message,
  version: sometimes('2026-07-28', '2025-06-18', '2030-01-01', 'x', 5),
  capabilities: sometimes({}, { elicitation: {} }, undefined, null, 5, { roots: 'x' }),
  info: sometimes({ name: 'c', version: '1' }, undefined, null, {}, 'x'),
  headerVersion: sometimes('2026-07-28', undefined, '2025-06-18', '2030-01-01', ' 2026-07-28'),
  headerMethod: sometimes('tools/call', 'tools/list', undefined),
  headerName: sometimes('get_note', 'update_note', undefined, '=?base64?Z2V0X25vdGU=?='),
};
const legacy = {
  ...message,
  version: fc.constant(undefined),
  capabilities: sometimes(undefined, {}),
  info: sometimes(undefined, {}),
  headerVersion: sometimes(undefined, '2025-11-25', '2024-10-07', '2026-07-28', '2019-01-01', 'x'),
  headerMethod: sometimes(undefined, 'tools/list'),
  headerName: sometimes(undefined, 'update_note'),
};

const anyPost = fc.oneof(fc.record(modern), fc.record(legacy)).map((one): Post => {
  const meta = {
    [VERSION]: one.version,
    [CAPABILITIES]: one.capabilities,
    [INFO]: one.info,
    'io.modelcontextprotocol/logLevel': one.level,
    'io.modelcontextprotocol/related-task': one.task,
    progressToken: one.token,
  };
  const hasMeta = Object.values(meta).some((value) => value !== undefined);
  const params = {
    ...(one.method !== 'tools/list' && { name: one.name, arguments: one.args }),
    ...(one.extra as object),
    ...(hasMeta && { _meta: meta }),
  };
  return {
    // As it comes off the wire, where absent fields do not exist.
    message: JSON.parse(JSON.stringify({ jsonrpc: '2.0', id: one.id, method: one.method, params })),
    headers: {
      version: one.headerVersion,
      method: one.headerMethod,
      name: one.headerName,
    } as Post['headers'],
  };
});

test('for any message, a direct response equals the SDK’s response', async () => {
  const path = createFastPath(serverInfo);
  let direct = 0;
  await fc.assert(
    fc.asyncProperty(anyPost, async (post) => {
      const answer = answerFast(path, post);
      if (!answer) return;
      direct++;
      expect(answer).toEqual(await bySdk(post));
    }),
    { numRuns: 4000 },
  );
  expect(direct).toBeGreaterThan(400);
});
