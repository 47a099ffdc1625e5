import type { AnyOperation, Runtime } from '../../kernel/operation.ts';
import type { AnyPlatformAction } from '../../kernel/platform-action.ts';
import { errorResponses, headerComponents } from './errors.ts';
import { operationObject } from './operation-object.ts';
import { platformObject, signatureScheme } from './platform-object.ts';
import { createSchemas, type OpenApiObject } from './schemas.ts';
import { tags } from './tags.ts';
import { webhooks } from './webhooks-object.ts';

const PREFIX = '/api/v1';
const PLATFORMS = '/platforms/generic/{storeId}';

const ABOUT = [
  'Manage one store: email layouts with their translations and versions, HTTP requests and their runs, history and stats, senders, secret names and uploaded files. Every call except `GET /api/v1` needs `Authorization: Bearer <key>`. A key can make 300 requests per 60 s. The same operations are available as tools at `/api/mcp` (MCP); those for layouts at `/api/mcp?toolsets=default,layouts`.',
  'Emails are sent by workflow steps, which are signed calls below `/platforms/generic`.',
  'Errors are `{ "error": "…" }`; match on `X-Error-Code`, not on the sentence. Besides the errors of each operation, an unknown path returns 404, and a wrong method returns 405 with the methods of the path in `Allow`. `HEAD` responds like `GET`, without a body.',
  'Responses may gain members, headers and statuses within `/api/v1`: ignore those that you do not recognize.',
].join('\n\n');

/** OpenAPI 3.1 of all operations and of the actions of workflow platforms (contract: Every answer 12). */
export function openApiDocument(
  operations: readonly AnyOperation[],
  actions: readonly AnyPlatformAction[],
  runtime: Pick<Runtime, 'release' | 'baseUrl'>,
): OpenApiObject {
  const schemas = createSchemas();
  schemas.add('ApiError', {
    type: 'object',
    properties: { error: { type: 'string' } },
    required: ['error'],
  });
  const paths: Record<string, OpenApiObject> = {};
  for (const operation of operations) {
    for (const route of operation.rest) {
      const path = PREFIX + route.path.replace(/:(\w+)/g, '{$1}');
      paths[path] ??= {};
      paths[path][route.method.toLowerCase()] = operationObject(schemas, operation, route);
    }
  }
  for (const action of actions)
    paths[`${PLATFORMS}/${action.name}`] = { post: platformObject(schemas, action) };
  return {
    openapi: '3.1.0',
    info: {
      title: 'Outstep API',
      version: runtime.release,
      description: ABOUT,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: runtime.baseUrl }],
    security: [{ key: [] }],
    tags: tags(),
    paths,
    webhooks: webhooks(schemas),
    components: {
      securitySchemes: {
        key: { type: 'http', scheme: 'bearer', description: 'An API key. It starts with `fak_`.' },
        signature: signatureScheme(),
      },
      headers: headerComponents(),
      responses: errorResponses(),
      schemas: schemas.components(),
    },
  };
}
