import {
  Client as NewClient,
  StreamableHTTPClientTransport as NewTransport,
} from '@modelcontextprotocol/client';
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';

/** The parts of the official clients of both protocol versions that tests use. */
export interface ToolClient {
  names(): Promise<string[]>;
  // biome-ignore lint/suspicious/noExplicitAny: tests inspect arbitrary content
  call(name: string, args?: Record<string, unknown>): Promise<{ isError: boolean; value: any; text: string }>;
  close(): Promise<void>;
}

interface Result {
  isError?: boolean | undefined;
  structuredContent?: unknown;
  content?: unknown;
}

function answerOf({ isError, structuredContent, content }: Result) {
  const [first] = content as { text: string }[];
  return { isError: isError ?? false, value: structuredContent, text: first?.text ?? '' };
}

const me = { name: 'layout-test', version: '1' };
const headersOf = (key: string) => ({ requestInit: { headers: { authorization: `Bearer ${key}` } } });

export const clientGenerations = ['new', 'old'] as const;

export async function connectTools(era: 'new' | 'old', url: URL, key: string): Promise<ToolClient> {
  if (era === 'new') {
    const client = new NewClient(me, { versionNegotiation: { mode: 'auto' } });
    await client.connect(new NewTransport(url, headersOf(key)));
    return {
      names: async () => (await client.listTools()).tools.map(({ name }) => name),
      call: async (name, args = {}) => answerOf(await client.callTool({ name, arguments: args })),
      close: () => client.close(),
    };
  }
  const client = new OldClient(me);
  const transport = new OldTransport(url, headersOf(key));
  await client.connect(transport as Parameters<typeof client.connect>[0]);
  return {
    names: async () => (await client.listTools()).tools.map(({ name }) => name),
    call: async (name, args = {}) => answerOf((await client.callTool({ name, arguments: args })) as Result),
    close: () => client.close(),
  };
}
