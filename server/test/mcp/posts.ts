import type { MessageHeaders } from '../../src/surfaces/mcp/exchange.ts';
import type { Outstep, TestKey } from '../harness/outstep.ts';

export const VERSION = 'io.modelcontextprotocol/protocolVersion';
export const CAPABILITIES = 'io.modelcontextprotocol/clientCapabilities';
export const INFO = 'io.modelcontextprotocol/clientInfo';

/** One POST to the tool server. */
export interface Post {
  message: Record<string, unknown>;
  headers: MessageHeaders;
}

interface PostOptions {
  id?: string | number;
  version?: string;
}

/** As sent by a client of revision 2026-07-28. */
export function modernPost(
  method: string,
  params: Record<string, unknown> = {},
  { id = 1, version = '2026-07-28' }: PostOptions = {},
): Post {
  const _meta = { [VERSION]: version, [CAPABILITIES]: {} };
  const name = typeof params['name'] === 'string' ? params['name'] : undefined;
  return {
    message: { jsonrpc: '2.0', id, method, params: { _meta, ...params } },
    headers: { version, method, name },
  };
}

/** As sent by a client of 2025 after its handshake. */
export function legacyPost(
  method: string,
  params: Record<string, unknown> = {},
  { id = 1, version }: PostOptions = {},
): Post {
  return {
    message: { jsonrpc: '2.0', id, method, params },
    headers: { version, method: undefined, name: undefined },
  };
}

/** A tool call. */
export const callPost = (name: string, args?: object): Post =>
  modernPost('tools/call', { name, ...(args && { arguments: args }) });

/** The headers of a POST as sent. */
export const headersOf = ({ headers: { version, method, name } }: Post): Record<string, string> => ({
  'content-type': 'application/json',
  ...(version !== undefined && { 'mcp-protocol-version': version }),
  ...(method !== undefined && { 'mcp-method': method }),
  ...(name !== undefined && { 'mcp-name': name }),
});

/** Calls a tool over HTTP: returns its value or error message, and additional notes. */
export async function callTool(
  outstep: Pick<Outstep, 'call'>,
  key: TestKey,
  name: string,
  args: object = {},
  // biome-ignore lint/suspicious/noExplicitAny: tests inspect arbitrary content
): Promise<{ isError: boolean; value: any; text: string; notes: string[] }> {
  const post = callPost(name, args);
  const path = '/api/mcp?toolsets=default,layouts';
  const { result } = (await outstep.call(key, 'POST', path, post.message, headersOf(post))).body;
  const [text, ...notes] = result.content.map((block: { text: string }) => block.text);
  return { isError: result.isError ?? false, value: result.structuredContent, text, notes };
}
