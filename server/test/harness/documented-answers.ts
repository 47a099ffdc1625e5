import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { openApiDocument } from '../../src/surfaces/openapi/document.ts';
import { operations } from '../../src/surfaces/operations.ts';
import { platformActions } from '../../src/surfaces/platform-actions.ts';
import type { TestResponse } from './client.ts';

/** Headers of every web server; otherwise the document would repeat them for every response. */
const OF_TRANSPORT = new Set([
  'cache-control',
  'connection',
  'content-length',
  'content-type',
  'date',
  'keep-alive',
  'strict-transport-security',
  'transfer-encoding',
  'x-content-type-options',
]);

// biome-ignore lint/suspicious/noExplicitAny: walks an arbitrary document
type OpenApiNode = any;

/** A schema in which objects have only the described members, because a response must not contain others. */
function closed(node: OpenApiNode): OpenApiNode {
  if (Array.isArray(node)) return node.map(closed);
  if (typeof node !== 'object' || node === null) return node;
  const own = Object.fromEntries(Object.entries(node).map(([name, value]) => [name, closed(value)]));
  const isOpen = 'additionalProperties' in node || typeof node.properties !== 'object';
  return node.type === 'object' && !isOpen ? { ...own, additionalProperties: false } : own;
}

function readDocument() {
  const document: OpenApiNode = openApiDocument(operations, platformActions, {
    release: '0.0.0',
    baseUrl: 'http://localhost:3000',
  });
  const ajv = new Ajv2020({ strict: false, allowUnionTypes: true });
  formats.default(ajv);
  ajv.addSchema({ $id: 'api', components: closed(document.components) });
  const routes = Object.entries<OpenApiNode>(document.paths).map(([path, methods]) => ({
    segments: path.split('/'),
    methods,
  }));
  return { document, ajv, routes, checks: new Map<OpenApiNode, ValidateFunction>() };
}

let described: ReturnType<typeof readDocument> | undefined;

const isMember = (segment: string) => segment.startsWith('{');

/** The operation that responds; a literal segment takes precedence over a path parameter. */
function operationOf(method: string, path: string): OpenApiNode {
  const { routes } = described as ReturnType<typeof readDocument>;
  const segments = (path.split('?')[0] ?? '').replace(/(.)\/$/, '$1').split('/');
  const found = routes
    .filter((route) => route.segments.length === segments.length)
    .filter((route) => route.segments.every((each, i) => isMember(each) || each === segments[i]))
    .sort((a, b) => a.segments.filter(isMember).length - b.segments.filter(isMember).length)[0];
  return found?.methods[method === 'HEAD' ? 'get' : method.toLowerCase()];
}

function bodyProblem(schema: OpenApiNode, body: unknown): string | null {
  const { ajv, checks } = described as ReturnType<typeof readDocument>;
  let check = checks.get(schema);
  if (!check) {
    check = ajv.compile(JSON.parse(JSON.stringify(closed(schema)).replaceAll('"#/', '"api#/')));
    checks.set(schema, check);
  }
  if (check(body)) return null;
  const unknown = check.errors?.flatMap(({ params }) => params['additionalProperty'] ?? []).join(', ');
  return `body: ${ajv.errorsText(check.errors)}${unknown && `: ${unknown}`}`;
}

/**
 * What the OpenAPI document does not describe about a real response: its status, a header, a member of its
 * body (contract: Every answer 12). Empty for a path that it doesn't describe.
 */
export function undocumented(
  method: string,
  path: string,
  { status, headers, body }: Pick<TestResponse, 'status' | 'headers' | 'body'>,
): string[] {
  described ??= readDocument();
  const { document } = described;
  const operation = operationOf(method, path);
  if (!operation) return [];
  const named = operation.responses[status];
  const response = named?.$ref ? document.components.responses[named.$ref.split('/').at(-1)] : named;
  if (!response) return ['status'];
  const names = Object.keys(response.headers ?? {});
  const known = new Set(names.map((name) => name.toLowerCase()));
  const always = names.filter((name) => document.components.headers[name]?.required);
  const schema = response.content?.['application/json']?.schema;
  const wrongBody = method === 'HEAD' || !schema ? null : bodyProblem(schema, body);
  return [
    ...[...headers.keys()].filter((name) => !OF_TRANSPORT.has(name) && !known.has(name)),
    ...always.filter((name) => !headers.has(name)).map((name) => `no ${name}`),
    ...(wrongBody ? [wrongBody] : []),
  ];
}

/**
 * Returns the answer, but throws if the document doesn't describe all of it: a generated client would fail on
 * it.
 */
export function requireDocumented<Answer extends Pick<TestResponse, 'status' | 'headers' | 'body'>>(
  method: string,
  path: string,
  answer: Answer,
): Answer {
  const found = undocumented(method, path, answer);
  if (found.length === 0) return answer;
  throw new Error(
    `docs/openapi.json does not describe ${answer.status} of ${method} ${path}: ${found.join('; ')}`,
  );
}
