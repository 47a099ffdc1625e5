import type { z } from 'zod';
import { inputSchemaOf, jsonSchemaOf } from '../../kernel/json-schema.ts';
import type { AnyOperation, Route, Runtime } from '../../kernel/operation.ts';
import { statusOf } from '../rest/status.ts';

type JsonObject = Record<string, unknown>;

const PREFIX = '/api/v1';
const pathMembers = (path: string) => [...path.matchAll(/:(\w+)/g)].map((match) => match[1] as string);

const ERRORS: Record<string, string> = {
  '400': 'Malformed request or failed validation; `error` names the field.',
  '401': 'Key missing, malformed, revoked or expired.',
  '403': 'The key is valid, but its level is too low.',
  '404': 'Not found, or it belongs to another store.',
  '409': 'It cannot be done in the present state; `error` says why.',
  '412': '`If-Match` names another revision.',
  '413': 'Body above 2 MB or nested deeper than 64 levels.',
  '429': 'A budget is used up; `Retry-After` says when to come back.',
  '502': 'The request ran, but its target failed.',
  '503': 'Something this call needs is not reachable right now.',
};

function statusesOf(operation: AnyOperation, route: Route): string[] {
  const statuses: string[] = [];
  if (operation.access !== 'none') statuses.push('401', '403', '429', '503');
  const hasFields = Object.keys(operation.input.shape).length > pathMembers(route.path).length;
  if (hasFields) statuses.push('400');
  if (operation.find) statuses.push('404');
  if (route.method !== 'GET') statuses.push('413');
  if (route.method === 'POST') statuses.push('409');
  if (operation.etagOf && route.method !== 'GET') statuses.push('412');
  if (operation.budget === 'execute') statuses.push('502');
  for (const code of operation.refusals ?? []) statuses.push(String(statusOf[code]));
  return [...new Set(statuses)].sort();
}

function parametersOf(operation: AnyOperation, route: Route, properties: JsonObject): JsonObject[] {
  const inPath = pathMembers(route.path);
  const parameters: JsonObject[] = inPath.map((name) => ({
    name,
    in: 'path',
    required: true,
    schema: properties[name],
  }));
  if (route.method === 'GET') {
    for (const [name, schema] of Object.entries(properties)) {
      if (!inPath.includes(name)) parameters.push({ name, in: 'query', required: false, schema });
    }
  }
  if (operation.etagOf && route.method !== 'GET') {
    parameters.push({ name: 'If-Match', in: 'header', required: false, schema: { type: 'string' } });
  }
  if (route.method === 'POST') {
    parameters.push({
      name: 'Idempotency-Key',
      in: 'header',
      required: false,
      schema: { type: 'string', maxLength: 256 },
    });
  }
  return parameters;
}

function bodyOf(route: Route, schema: JsonObject): JsonObject {
  const inPath = pathMembers(route.path);
  const properties = Object.fromEntries(
    Object.entries(schema['properties'] as JsonObject).filter(([name]) => !inPath.includes(name)),
  );
  if (route.method === 'GET' || Object.keys(properties).length === 0) return {};
  const required = ((schema['required'] as string[] | undefined) ?? []).filter(
    (name) => !inPath.includes(name),
  );
  const body = { type: 'object', properties, ...(required.length > 0 && { required }) };
  return {
    requestBody: { required: required.length > 0, content: { 'application/json': { schema: body } } },
  };
}

const TAGS: Record<string, string> = {
  '': 'Index and identity',
  me: 'Index and identity',
  'http-requests': 'HTTP requests',
  'smtp-configs': 'Senders',
};

/** The noun of the path, as a heading. */
function tagOf(route: Route): string {
  const noun = route.path.split('/')[1] ?? '';
  return TAGS[noun] ?? noun.charAt(0).toUpperCase() + noun.slice(1).replaceAll('-', ' ');
}

function operationObject(operation: AnyOperation, route: Route, index: number): JsonObject {
  const input = jsonSchemaOf(operation.input, 'input');
  const created = route.method === 'POST' && operation.name.startsWith('create_') ? '201' : '200';
  const errors = statusesOf(operation, route).map((status) => [
    status,
    {
      description: ERRORS[status],
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
    },
  ]);
  return {
    operationId: index === 0 ? operation.name : `${operation.name}_${route.method.toLowerCase()}`,
    summary: operation.summary,
    ...(operation.description && { description: operation.description }),
    tags: [tagOf(route)],
    security: operation.access === 'none' ? [] : [{ key: [] }],
    'x-level': operation.access,
    parameters: parametersOf(operation, route, input['properties'] as JsonObject),
    ...bodyOf(route, inputSchemaOf(operation.input)),
    responses: {
      [created]: {
        description: 'Done.',
        content: { 'application/json': { schema: jsonSchemaOf(operation.output as z.ZodType, 'output') } },
      },
      ...Object.fromEntries(errors),
    },
  };
}

/** OpenAPI 3.1 of the whole list. */
export function openApiDocument(
  operations: readonly AnyOperation[],
  runtime: Pick<Runtime, 'release' | 'baseUrl'>,
): JsonObject {
  const paths: Record<string, JsonObject> = {};
  for (const operation of operations) {
    for (const [index, route] of operation.rest.entries()) {
      const path = PREFIX + route.path.replace(/:(\w+)/g, '{$1}');
      paths[path] ??= {};
      paths[path][route.method.toLowerCase()] = operationObject(operation, route, index);
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Outstep API',
      version: runtime.release,
      description:
        'Work on one store: email layouts with their translations and versions, HTTP requests and their runs, history and stats, senders, secret names, uploaded files. Every call but `GET /api/v1` needs `Authorization: Bearer <key>`. 300 requests per 60 s and key. The same operations are tools at `/api/mcp` (MCP); those for layouts at `/api/mcp?toolsets=default,layouts`.',
    },
    servers: [{ url: runtime.baseUrl }],
    security: [{ key: [] }],
    paths,
    components: {
      securitySchemes: {
        key: { type: 'http', scheme: 'bearer', description: 'An API key; it starts with `fak_`.' },
      },
      schemas: {
        Error: {
          type: 'object',
          properties: { error: { type: 'string' } },
          required: ['error'],
          additionalProperties: false,
        },
      },
    },
  };
}
