import fc from 'fast-check';
import type { Level } from '../../src/kernel/access-levels.ts';
import type { JsonSchema } from '../../src/kernel/json-schema.ts';
import { type Payload, payload } from './bytes.ts';
import { corruptedMembers, goodMembers } from './from-schema.ts';
import { hostileName, hostileText, hostileValue } from './values.ts';

export interface ListedTool {
  name: string;
  inputSchema: JsonSchema;
}

export interface ToolCase {
  key: Level | 'none';
  target: string;
  headers: [string, string][];
  payload: Payload;
}

const MODERN = '2026-07-28';
const prefix = 'io.modelcontextprotocol';
const envelope = {
  [`${prefix}/protocolVersion`]: MODERN,
  [`${prefix}/clientCapabilities`]: {},
  [`${prefix}/clientInfo`]: { name: 'fuzz', version: '0' },
};

const goodId = fc.oneof(fc.integer(), fc.constantFrom('a', '', 'ü'.repeat(20)));
const badId = fc.oneof(fc.constantFrom(null, 1.5, -0, 1e308, true), hostileValue);
const id = fc.oneof({ weight: 9, arbitrary: goodId }, { weight: 1, arbitrary: badId });

const methods = [
  'tools/list',
  'initialize',
  'ping',
  'server/discover',
  'resources/list',
  'prompts/get',
  'completion/complete',
  'logging/setLevel',
  'subscriptions/listen',
  'notifications/initialized',
  'notifications/cancelled',
  'tasks/list',
  '',
  '__proto__',
];

const argumentsFor = (schema: JsonSchema): fc.Arbitrary<unknown> =>
  fc.oneof(
    { weight: 55, arbitrary: goodMembers(schema) },
    { weight: 40, arbitrary: corruptedMembers(schema) },
    { weight: 5, arbitrary: hostileValue },
  );

/** A call as a client of either revision makes it; `_meta` is corrupted now and then. */
function callOf(
  tools: readonly ListedTool[],
  modern: boolean,
): fc.Arbitrary<Omit<ToolCase, 'key' | 'target'>> {
  const meta = modern
    ? fc.oneof(
        { weight: 9, arbitrary: fc.constant<unknown>(envelope) },
        {
          weight: 1,
          arbitrary: fc
            .tuple(hostileName, hostileValue)
            .map(([name, value]) => ({ ...envelope, ...Object.fromEntries([[name, value]]) })),
        },
      )
    : fc.oneof(
        { weight: 9, arbitrary: fc.constant<unknown>(undefined) },
        {
          weight: 1,
          arbitrary: fc.oneof(
            hostileValue,
            hostileValue.map((progressToken) => ({ progressToken })),
          ),
        },
      );
  const calls = tools.map(({ name, inputSchema }) =>
    fc.record({ name: fc.constant(name), arguments: argumentsFor(inputSchema), _meta: meta }),
  );
  return fc.tuple(id, fc.oneof(...calls)).chain(([messageId, params]) => {
    const message = { jsonrpc: '2.0', id: messageId, method: 'tools/call', params };
    const headers: [string, string][] = modern
      ? [
          ['mcp-protocol-version', MODERN],
          ['mcp-method', 'tools/call'],
          ['mcp-name', params.name],
        ]
      : [];
    return payload(fc.constant(message)).map((sent) => ({ headers, payload: sent }));
  });
}

const oddMessage: fc.Arbitrary<unknown> = fc.oneof(
  fc.record(
    {
      jsonrpc: fc.oneof(fc.constant('2.0'), hostileValue),
      id,
      method: fc.oneof(fc.constantFrom('tools/call', ...methods), hostileText),
      params: fc.oneof(
        fc.constantFrom<unknown>(
          {},
          { cursor: 'x' },
          { name: 'no_such_tool' },
          { _meta: envelope },
          { name: 'get_http_request', arguments: null },
        ),
        fc.record({ name: hostileValue, arguments: hostileValue, _meta: hostileValue }, { requiredKeys: [] }),
        fc.record(
          {
            protocolVersion: fc.oneof(fc.constantFrom('2025-06-18', '2025-03-26', MODERN, '1'), hostileValue),
            capabilities: hostileValue,
            clientInfo: hostileValue,
          },
          { requiredKeys: [] },
        ),
        hostileValue,
      ),
    },
    { requiredKeys: [] },
  ),
  fc.record({ jsonrpc: fc.constant('2.0'), id, result: hostileValue }),
  hostileValue,
);

const oddHeader: fc.Arbitrary<[string, string]> = fc.oneof(
  fc
    .constantFrom('application/json', 'application/json; charset=utf-8', 'text/plain', '', 'garbage', '\xff')
    .map((value): [string, string] => ['content-type', value]),
  fc
    .constantFrom(MODERN, '2025-06-18', '2025-11-25', '1999-01-01', '', '\xff', `${MODERN}, 2025-06-18`)
    .map((value): [string, string] => ['mcp-protocol-version', value]),
  fc
    .constantFrom('tools/call', 'tools/list', 'server/discover', '', '\xff')
    .map((value): [string, string] => ['mcp-method', value]),
  fc
    .constantFrom('get_http_request', '__proto__', '', '=?utf-8?B?w6k=?=', '\xe9')
    .map((value): [string, string] => ['mcp-name', value]),
  fc.constantFrom<[string, string]>(
    ['accept', 'text/event-stream'],
    ['accept', ''],
    ['origin', 'null'],
    ['origin', 'https://evil.example'],
    ['host', 'evil.example'],
    ['mcp-session-id', 'x'],
    ['last-event-id', '1'],
  ),
);

export const everyTool = '/api/mcp?toolsets=default,layouts,alerts';
const oddQueries = [
  '',
  '?',
  '?toolsets',
  '?toolsets=,',
  '?toolsets=layouts',
  '?toolsets=x',
  '?toolsets[]=default',
];
const oddToolsets = ['%00', '%ff', '%', '__proto__', 'default&toolsets=layouts', ','.repeat(5000)];
const target: fc.Arbitrary<string> = fc.oneof(
  { weight: 19, arbitrary: fc.constant(everyTool) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      ...oddQueries.map((query) => `/api/mcp${query}`),
      ...oddToolsets.map((names) => `/api/mcp?toolsets=${names}`),
    ),
  },
);

export function toolCase(tools: readonly ListedTool[]): fc.Arbitrary<ToolCase> {
  const odd = payload(oddMessage).map((sent) => ({ headers: [] as [string, string][], payload: sent }));
  const core = fc.oneof(
    { weight: 48, arbitrary: callOf(tools, false) },
    { weight: 37, arbitrary: callOf(tools, true) },
    { weight: 15, arbitrary: odd },
  );
  const key = fc.oneof(
    { weight: 90, arbitrary: fc.constant<ToolCase['key']>('execute') },
    { weight: 9, arbitrary: fc.constantFrom<ToolCase['key']>('read', 'write') },
    { weight: 1, arbitrary: fc.constant<ToolCase['key']>('none') },
  );
  const extra = fc.oneof(
    { weight: 9, arbitrary: fc.constant<[string, string][]>([]) },
    { weight: 1, arbitrary: fc.array(oddHeader, { minLength: 1, maxLength: 2 }) },
  );
  return fc.tuple(core, key, target, extra).map(([one, level, at, more]) => ({
    ...one,
    key: level,
    target: at,
    headers: [...one.headers, ...more],
  }));
}
