import type { z } from 'zod';
import type { AnyOperation, Route } from '../../kernel/operation.ts';
import { BUDGET, type ErrorName, type HeaderName, headersOf, responsesOf } from './errors.ts';
import { answerTo, type Example, examples } from './examples.ts';
import type { createSchemas, OpenApiObject } from './schemas.ts';
import { tagOf } from './tags.ts';

type Schemas = ReturnType<typeof createSchemas>;

const pathMembers = (path: string) => [...path.matchAll(/:(\w+)/g)].map((match) => match[1] as string);

/** Converts `create_layout` and `send-email` to schema names. */
const pascal = (name: string) =>
  name.replace(/(?:^|[_-])(\w)/g, (_all, letter: string) => letter.toUpperCase());

function errorsOf(operation: AnyOperation, route: Route): ErrorName[] {
  const errors: ErrorName[] = [];
  const hasFields = Object.keys(operation.input.shape).length > pathMembers(route.path).length;
  // Every body is read, even if none of its fields is used.
  if (hasFields || route.method !== 'GET') errors.push('invalid');
  if (operation.access !== 'none') errors.push('unauthenticated', 'forbidden');
  if (operation.find) errors.push('not_found');
  if (route.method === 'POST') errors.push('conflict');
  if (operation.etagOf && route.method !== 'GET') errors.push('stale');
  if (route.method !== 'GET') errors.push('too_large', 'unsupported_media_type');
  if (operation.access !== 'none') errors.push('over_budget', 'unavailable');
  if (operation.budget === 'execute') errors.push('target_failed');
  return [...new Set([...errors, ...((operation.errorKinds ?? []) as ErrorName[]), 'internal' as const])];
}

const IF_MATCH = {
  name: 'If-Match',
  in: 'header',
  description:
    'The `ETag` that you read. If the record has changed since, the call returns 412 instead of overwriting it.',
  required: false,
  schema: { type: 'string' },
};
const IF_NONE_MATCH = {
  name: 'If-None-Match',
  in: 'header',
  description: 'The `ETag` that you read. If nothing has changed since, the call returns 304 without a body.',
  required: false,
  schema: { type: 'string' },
};
const NOT_CHANGED = {
  304: {
    description: 'Not changed since the revision in `If-None-Match`.',
    headers: headersOf('X-Request-Id', ...BUDGET, 'ETag', 'X-Ignored-Parameters'),
  },
};
const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  description:
    'Identifies this call. A repeat within 24 hours returns the same response without running again.',
  required: false,
  schema: { type: 'string', maxLength: 256 },
};

/** Moves the description from the schema to the parameter. */
function parameter(name: string, place: 'path' | 'query', schema: OpenApiObject = {}, example?: string) {
  const { description, ...rest } = schema;
  return {
    name,
    in: place,
    ...(description !== undefined && { description }),
    required: place === 'path',
    schema: rest,
    ...(example !== undefined && { example: typedParameterValue(example, rest) }),
  };
}

/** The value of a query or path string, converted to the type of its schema. */
function typedParameterValue(text: string, { type }: OpenApiObject): unknown {
  return type === 'integer' || type === 'boolean' ? JSON.parse(text) : text;
}

export function parametersOf(
  operation: { etagOf?: unknown; revised?: true },
  route: Route,
  properties: Record<string, OpenApiObject>,
  { path = {}, query = {} }: Example,
): OpenApiObject[] {
  const inPath = pathMembers(route.path);
  const parameters: OpenApiObject[] = inPath.map((name) =>
    parameter(name, 'path', properties[name], path[name]),
  );
  if (route.method === 'GET') {
    for (const [name, schema] of Object.entries(properties))
      if (!inPath.includes(name)) parameters.push(parameter(name, 'query', schema, query[name]));
  }
  return [
    ...parameters,
    ...(operation.etagOf && route.method !== 'GET' ? [IF_MATCH] : []),
    ...(operation.revised && route.method === 'GET' ? [IF_NONE_MATCH] : []),
    ...(route.method === 'POST' ? [IDEMPOTENCY_KEY] : []),
  ];
}

/** Examples are found by name, and schemas by ID, which defaults to the name of the operation. */
interface Named {
  name: string;
  id?: string;
}

/** The body, by name: all input fields that are not in the path. */
export function bodyOf(
  schemas: Schemas,
  { name, id = name }: Named,
  input: z.ZodObject,
  path: string,
): OpenApiObject {
  const inPath = pathMembers(path);
  const { properties, required } = schemas.members(input);
  const sent = Object.entries(properties).filter(([member]) => !inPath.includes(member));
  if (sent.length === 0) return {};
  const needed = required.filter((member) => !inPath.includes(member));
  const body = `${pascal(id)}Body`;
  schemas.add(body, {
    type: 'object',
    properties: Object.fromEntries(sent),
    ...(needed.length > 0 && { required: needed }),
  });
  const example = examples[name]?.body;
  return {
    requestBody: {
      required: needed.length > 0,
      content: { 'application/json': { schema: schemas.ref(body), ...(example && { example }) } },
    },
  };
}

/** The success response, with the response of the example. */
export function successOf(
  schemas: Schemas,
  { name, id = name }: Named,
  output: z.ZodType,
  statuses: Readonly<Record<string, string>>,
  headers: readonly HeaderName[],
): OpenApiObject {
  const schema = schemas.output(`${pascal(id)}Result`, output);
  const answer = answerTo(name);
  return Object.fromEntries(
    Object.entries(statuses).map(([status, description]) => [
      status,
      {
        description,
        headers: headersOf('X-Request-Id', ...headers),
        content: {
          'application/json': {
            schema,
            ...(answer?.status === Number(status) && { example: answer.body }),
          },
        },
      },
    ]),
  );
}

/** The headers of success responses, in addition to the request ID. */
const successHeadersOf = ({ access, revised, budget }: AnyOperation, { method }: Route): HeaderName[] => [
  ...(access === 'none' ? [] : BUDGET),
  ...(revised ? (['ETag'] as const) : []),
  ...(budget === 'execute' ? (['X-Execution-Id'] as const) : []),
  ...(method === 'POST' ? (['Idempotency-Replayed'] as const) : []),
  ...(method === 'GET' ? [] : (['X-Ignored-Fields'] as const)),
  'X-Ignored-Parameters',
];

const SUCCEEDED: Readonly<Record<200 | 201, string>> = { 200: 'Done.', 201: 'Created.' };

/** One route of an operation of the developer API. */
export function operationObject(schemas: Schemas, operation: AnyOperation, route: Route): OpenApiObject {
  const { name, input, output, successes = [200] } = operation;
  const statuses = Object.fromEntries(successes.map((status) => [status, SUCCEEDED[status]]));
  const headers = successHeadersOf(operation, route);
  return {
    operationId: route.id ?? name,
    summary: operation.summary,
    ...(operation.description && { description: operation.description }),
    tags: [tagOf(route)],
    security: operation.access === 'none' ? [] : [{ key: [] }],
    'x-level': operation.access,
    parameters: parametersOf(operation, route, schemas.parameters(input), examples[name] ?? {}),
    ...(route.method !== 'GET' && bodyOf(schemas, { name }, input, route.path)),
    responses: {
      ...successOf(schemas, { name }, output as z.ZodType, statuses, headers),
      ...(operation.revised && route.method === 'GET' && NOT_CHANGED),
      ...responsesOf(errorsOf(operation, route)),
    },
  };
}
