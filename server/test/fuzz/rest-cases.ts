import fc from 'fast-check';
import type { Level } from '../../src/kernel/access-levels.ts';
import type { JsonSchema } from '../../src/kernel/json-schema.ts';
import { openApiDocument } from '../../src/surfaces/openapi/document.ts';
import { operations } from '../../src/surfaces/operations.ts';
import { platformActions } from '../../src/surfaces/platform-actions.ts';
import { type Payload, payload } from './bytes.ts';
import { corruptedMembers, goodMembers } from './from-schema.ts';
import { hostileHeaders } from './headers.ts';
import { type Parameter, targetOf } from './targets.ts';
import { hostileValue } from './values.ts';

interface RestEndpoint {
  method: string;
  path: string;
  level: string;
  parameters: Parameter[];
  body: JsonSchema | null;
}

interface Described {
  requestBody?: { content: Record<string, { schema: { $ref: string } }> };
  parameters: Parameter[];
  'x-level': string;
}

interface Document {
  paths: Record<string, Record<string, Described>>;
  components: { schemas: Record<string, JsonSchema> };
}

/** Everything the document describes for API keys, so a new operation is fuzzed from the day it is added. */
export function endpoints(): RestEndpoint[] {
  const runtime = { release: '0', baseUrl: 'http://localhost' };
  const { paths, components } = openApiDocument(operations, platformActions, runtime) as unknown as Document;
  const keyed = Object.entries(paths).filter(([path]) => path.startsWith('/api/'));
  return keyed.flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => {
      const { $ref = '' } = described.requestBody?.content['application/json']?.schema ?? {};
      return {
        method: method.toUpperCase(),
        path,
        level: described['x-level'],
        parameters: described.parameters,
        body: components.schemas[$ref.slice($ref.lastIndexOf('/') + 1)] ?? null,
      };
    }),
  );
}

export interface RestCase {
  method: string;
  /** As it is sent, apart from the placeholder for an existing record. */
  target: string;
  key: Level | 'none' | { bad: string };
  headers: [string, string][];
  payload: Payload | null;
}

const method = (own: string) =>
  fc.oneof(
    { weight: 94, arbitrary: fc.constant(own) },
    {
      weight: 6,
      arbitrary: fc.constantFrom(
        'GET',
        'HEAD',
        'POST',
        'PUT',
        'PATCH',
        'DELETE',
        'OPTIONS',
        'PROPFIND',
        'TRACE',
      ),
    },
  );
/** Bad keys are answered late on purpose, so there are few. */
const key: fc.Arbitrary<RestCase['key']> = fc.oneof(
  { weight: 86, arbitrary: fc.constant<Level>('execute') },
  { weight: 12, arbitrary: fc.constantFrom<Level>('read', 'write') },
  { weight: 1, arbitrary: fc.constant('none' as const) },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom('Bearer', 'Bearer  x', 'Basic eA==', 'bearer fak_x', 'Bearer fak_\xff', '\t')
      .map((bad) => ({ bad })),
  },
);

function bodyOf(schema: JsonSchema | null): fc.Arbitrary<Payload | null> {
  const none = fc.constant(null);
  if (!schema)
    return fc.oneof({ weight: 8, arbitrary: none }, { weight: 2, arbitrary: payload(hostileValue) });
  return fc.oneof(
    { weight: 45, arbitrary: payload(goodMembers(schema)) },
    { weight: 45, arbitrary: payload(corruptedMembers(schema)) },
    { weight: 8, arbitrary: payload(hostileValue) },
    { weight: 2, arbitrary: none },
  );
}

const casesFor = (endpoint: RestEndpoint): fc.Arbitrary<RestCase> =>
  fc.record({
    method: method(endpoint.method),
    target: targetOf(endpoint.path, endpoint.parameters),
    key,
    headers: hostileHeaders,
    payload: bodyOf(endpoint.body),
  });

export const restCase: fc.Arbitrary<RestCase> = fc.oneof(...endpoints().map(casesFor));
