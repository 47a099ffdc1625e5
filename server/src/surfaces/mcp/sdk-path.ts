import {
  classifyInboundRequest,
  createMcpHandler,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import { safeName } from '../../kernel/safe-name.ts';
import type { Arguments, ToolResult } from './call-tool.ts';
import { CACHE, type Exchange, errorExchange, type MessageHeaders, type ServerInfo } from './exchange.ts';
import { instructions } from './instructions.ts';
import type { ServedTool, Toolbox } from './tool-list.ts';

/** What one POST may reach. */
export interface Session {
  toolbox: Toolbox;
  call(tool: ServedTool, args: Arguments): Promise<ToolResult>;
  onError(error: Error): void;
}

const invalidParams = (message: string) => new ProtocolError(ProtocolErrorCode.InvalidParams, message);

/** A server for one POST. It has no `listChanged`, so that nothing can be subscribed to. */
function createServer(serverInfo: ServerInfo, { toolbox, call, onError }: Session): Server {
  const server = new Server(serverInfo, {
    capabilities: { tools: {} },
    instructions,
    cacheHints: { 'tools/list': CACHE, 'server/discover': CACHE },
  });
  server.onerror = onError;
  server.setRequestHandler('tools/list', async ({ params }) => {
    // The list is one page and hands out no cursors, so none is valid.
    if (params?.cursor !== undefined) throw invalidParams('Unknown cursor');
    return { tools: [...toolbox.listed] };
  });
  server.setRequestHandler('tools/call', async ({ params }) => {
    const tool = toolbox.tools.get(params.name);
    if (!tool) throw invalidParams(`Unknown tool: ${safeName(params.name)}`);
    const { text, isError, notes = [] } = await call(tool, params.arguments ?? {});
    const content = [text, ...notes].map((said) => ({ type: 'text' as const, text: said }));
    return isError ? { content, isError } : { content, structuredContent: JSON.parse(text) };
  });
  return server;
}

const toExchange = async (response: Response): Promise<Exchange> => ({
  status: response.status,
  body: (await response.text()) || null,
});

/** Only headers of the protocol: the SDK never sees the key, and `Accept` is completed for simple clients. */
function toRequest({ version, method, name }: MessageHeaders): Request {
  const headers = new Headers({
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
  });
  if (version !== undefined) headers.set('mcp-protocol-version', version);
  if (method !== undefined) headers.set('mcp-method', method);
  if (name !== undefined) headers.set('mcp-name', name);
  return new Request('http://localhost/api/mcp', { method: 'POST', headers });
}

/** The 2025 revisions, stateless and always as JSON; the SDK's own fallback would stream. */
async function serveLegacy(server: Server, request: Request, message: unknown): Promise<Exchange> {
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  try {
    return await toExchange(await transport.handleRequest(request, { parsedBody: message }));
  } finally {
    await server.close();
  }
}

/** Serves any message the way the SDK understands the protocol. */
export function createSdkPath(serverInfo: ServerInfo) {
  return async (message: unknown, headers: MessageHeaders, session: Session): Promise<Exchange> => {
    const outcome = classifyInboundRequest({
      httpMethod: 'POST',
      body: message,
      ...(headers.version !== undefined && { protocolVersionHeader: headers.version }),
      ...(headers.method !== undefined && { mcpMethodHeader: headers.method }),
      ...(headers.name !== undefined && { mcpNameHeader: headers.name }),
    });
    if (outcome.kind === 'legacy') {
      return serveLegacy(createServer(serverInfo, session), toRequest(headers), message);
    }
    if (outcome.kind === 'modern' && outcome.messageKind === 'request') {
      // The SDK would open a stream for this method whatever the server offers.
      const { method, id } = outcome.message;
      if (method === 'subscriptions/listen') return errorExchange(404, -32601, 'Method not found', id);
    }
    const handler = createMcpHandler(() => createServer(serverInfo, session), {
      legacy: 'reject',
      onerror: session.onError,
    });
    return toExchange(await handler.fetch(toRequest(headers), { parsedBody: message }));
  };
}
