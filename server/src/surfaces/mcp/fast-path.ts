import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  classifyInboundRequest,
  LOG_LEVEL_META_KEY,
  PROTOCOL_VERSION_META_KEY,
  SERVER_INFO_META_KEY,
  SUPPORTED_PROTOCOL_VERSIONS,
} from '@modelcontextprotocol/server';
import { CODE_META_KEY, type ToolResult } from './call-tool.ts';
import { CACHE, type MessageHeaders, type ServerInfo, type ToolExchange } from './exchange.ts';
import type { ToolArguments } from './own-arguments.ts';
import type { Toolbox } from './tool-list.ts';

/**
 * The SDK takes about 200 µs per call, more than everything else together. Nearly every POST is a well-formed
 * `tools/call` or `tools/list`; those are handled here, with the same response as the SDK's, byte for byte.
 * Anything unusual goes to the SDK.
 */
export interface FastPathRequest {
  era: 'modern' | 'legacy';
  id: string | number;
  /** Null for `tools/list`. */
  call: { name: string; args: ToolArguments } | null;
}

type JsonMembers = Record<string, unknown>;

const MODERN = '2026-07-28';
const LEGACY = new Set(SUPPORTED_PROTOCOL_VERSIONS);
const RESERVED = 'io.modelcontextprotocol/';
const MESSAGE_MEMBERS = new Set(['jsonrpc', 'id', 'method', 'params']);
const CALL_MEMBERS = new Set(['name', 'arguments', '_meta']);
const LIST_MEMBERS = new Set(['_meta']);
const ENVELOPE_MEMBERS = new Set([
  PROTOCOL_VERSION_META_KEY,
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  LOG_LEVEL_META_KEY,
]);
const MAX_ENVELOPES = 1000;
const MAX_ENVELOPE_LENGTH = 4096;

const isMembers = (value: unknown): value is JsonMembers =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isToken = (value: unknown): value is string | number =>
  typeof value === 'string' || Number.isSafeInteger(value);

function hasOnly(members: JsonMembers, allowed: ReadonlySet<string>): boolean {
  for (const name of Object.keys(members)) if (!allowed.has(name)) return false;
  return true;
}

function readCall(params: JsonMembers): FastPathRequest['call'] | undefined {
  const { name, arguments: args = {} } = params;
  if (!hasOnly(params, CALL_MEMBERS) || typeof name !== 'string' || !isMembers(args)) return undefined;
  return { name, args };
}

function isLegacy({ version }: MessageHeaders, meta: JsonMembers | undefined): boolean {
  if (version !== undefined && !LEGACY.has(version)) return false;
  return meta === undefined || Object.keys(meta).every((key) => !key.startsWith(RESERVED));
}

/** Envelopes repeat from call to call; the SDK checks each once, and a valid one is cached. */
function createEnvelopeCheck() {
  const good = new Set<string>();
  return (message: JsonMembers, meta: JsonMembers): boolean => {
    const envelope: JsonMembers = {};
    for (const key of Object.keys(meta)) {
      if (ENVELOPE_MEMBERS.has(key)) envelope[key] = meta[key];
      else if (key.startsWith(RESERVED)) return false;
    }
    const text = JSON.stringify(envelope);
    if (good.has(text)) return true;
    if (classifyInboundRequest({ httpMethod: 'POST', body: message }).kind !== 'modern') return false;
    if (good.size >= MAX_ENVELOPES) good.clear();
    if (text.length <= MAX_ENVELOPE_LENGTH) good.add(text);
    return true;
  };
}

export function createFastPath(serverInfo: ServerInfo) {
  const isGoodEnvelope = createEnvelopeCheck();
  const complete = '"resultType":"complete"';
  const identity = `"_meta":${JSON.stringify({ [SERVER_INFO_META_KEY]: serverInfo })}`;
  const listTail = `,${complete},${JSON.stringify(CACHE).slice(1, -1)},${identity}`;
  const callTail = `,${complete},${identity}`;
  const codeTail = (era: FastPathRequest['era'], code: string) => {
    const meta = { ...(era === 'modern' && { [SERVER_INFO_META_KEY]: serverInfo }), [CODE_META_KEY]: code };
    return `${era === 'modern' ? `,${complete}` : ''},"_meta":${JSON.stringify(meta)}`;
  };
  const listTexts = new WeakMap<Toolbox, string>();

  const listText = (toolbox: Toolbox): string => {
    let text = listTexts.get(toolbox);
    if (text === undefined) {
      text = `"tools":${JSON.stringify(toolbox.listed)}`;
      listTexts.set(toolbox, text);
    }
    return text;
  };

  const answer = (id: FastPathRequest['id'], members: string): ToolExchange => ({
    status: 200,
    body: `{"result":{${members}},"jsonrpc":"2.0","id":${JSON.stringify(id)}}`,
  });

  return {
    /** The request, or null if the SDK has to handle it. */
    read(message: unknown, headers: MessageHeaders): FastPathRequest | null {
      if (!isMembers(message) || !hasOnly(message, MESSAGE_MEMBERS)) return null;
      const { jsonrpc, id, method, params = {} } = message;
      if (jsonrpc !== '2.0' || !isToken(id) || !isMembers(params)) return null;
      const meta = params['_meta'];
      if (meta !== undefined && !isMembers(meta)) return null;
      if (meta?.['progressToken'] !== undefined && !isToken(meta['progressToken'])) return null;
      let call: FastPathRequest['call'] | undefined;
      if (method === 'tools/call') call = readCall(params);
      else if (method === 'tools/list' && hasOnly(params, LIST_MEMBERS)) call = null;
      if (call === undefined) return null;

      if (meta?.[PROTOCOL_VERSION_META_KEY] === undefined) {
        return isLegacy(headers, meta) ? { era: 'legacy', id, call } : null;
      }
      const headersAgree =
        headers.version === MODERN &&
        headers.method === method &&
        (call === null || headers.name === call.name);
      if (!headersAgree || meta[PROTOCOL_VERSION_META_KEY] !== MODERN) return null;
      return isGoodEnvelope(message, meta) ? { era: 'modern', id, call } : null;
    },

    answerList({ era, id }: FastPathRequest, toolbox: Toolbox): ToolExchange {
      return answer(id, listText(toolbox) + (era === 'modern' ? listTail : ''));
    },

    answerCall({ era, id }: FastPathRequest, { text, isError, notes = [], code }: ToolResult): ToolExchange {
      const blocks = [text, ...notes].map((said) => `{"type":"text","text":${JSON.stringify(said)}}`);
      const content = `"content":[${blocks}]`;
      const outcome = isError ? '"isError":true' : `"structuredContent":${text}`;
      if (code !== undefined) return answer(id, `${content},${outcome}${codeTail(era, code)}`);
      return answer(id, `${content},${outcome}${era === 'modern' ? callTail : ''}`);
    },
  };
}
