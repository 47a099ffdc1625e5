import { type AnyOperation, type Runtime, type Toolset, toolsets } from '../../kernel/operation.ts';
import type { AnyPlatformAction } from '../../kernel/platform-action.ts';

const headings: Record<Toolset, string> = {
  default: '## Tools',
  layouts: '## Tools for layouts, at /api/mcp?toolsets=default,layouts',
  alerts: '## A tool for alerts, at /api/mcp?toolsets=default,alerts',
};

/** The documents that an assistant should read first. */
export function llmsText(
  operations: readonly AnyOperation[],
  actions: readonly AnyPlatformAction[],
  runtime: Runtime,
): string {
  const rest = operations.flatMap((operation) =>
    operation.rest.map(
      ({ method, path }) => `- ${method} /api/v1${path} (${operation.access}): ${operation.summary}`,
    ),
  );
  const steps = actions.map(({ name, summary }) => `- POST /platforms/generic/:storeId/${name}: ${summary}`);
  const toolsOf = (toolset: Toolset) =>
    operations
      .filter(({ tool }) => tool && (tool.toolset ?? 'default') === toolset)
      .map(({ tool, access, summary }) => `- ${tool?.name} (${access}): ${summary}`)
      .join('\n');
  const tools = toolsets.map((toolset) => `${headings[toolset]}\n\n${toolsOf(toolset)}`);
  return `# Outstep

> The outbound half of a store's workflows: email from layouts and HTTP calls. A REST API and a tool server (MCP, Streamable HTTP) with the same keys and the same rules.

Every call except GET /api/v1 needs \`Authorization: Bearer <key>\`. A key has one access level: read, write or execute. Each level includes the previous ones. Errors are \`{ "error": "…" }\`; a 400 names the field. Limit: 300 requests per 60 s for each key.

- Reference: ${runtime.baseUrl}/docs
- OpenAPI 3.1: ${runtime.baseUrl}/openapi.json
- Tool server: ${runtime.baseUrl}/api/mcp

## REST

${rest.join('\n')}

## Workflow steps, signed according to Standard Webhooks with a signing secret of the store instead of a key

${steps.join('\n')}

${tools.join('\n\n')}
`;
}
