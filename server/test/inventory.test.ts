import { describe, expect, test } from 'vitest';
import { jsonSchemaOf } from '../src/kernel/json-schema.ts';
import { covers, type Level, levels, type Toolset } from '../src/kernel/operation.ts';
import { openApiDocument } from '../src/surfaces/openapi/document.ts';
import { operations } from '../src/surfaces/operations.ts';

const api = openApiDocument(operations, { release: '0', baseUrl: 'http://localhost' });
const paths = api['paths'] as Record<string, Record<string, Record<string, unknown>>>;
const routes = operations.flatMap((operation) => operation.rest.map((route) => ({ operation, ...route })));

describe.each(operations.map((operation) => [operation.name, operation] as const))(
  '%s',
  (_name, operation) => {
    test('has a summary, access, budget and schemas', () => {
      expect(operation.summary).toMatch(/^[A-Z].{10,}\.$/);
      expect(['none', 'operator', ...levels]).toContain(operation.access);
      expect(operation.budget).toBe(
        operation.access === 'none' || operation.access === 'operator'
          ? 'none'
          : operation.access === 'execute'
            ? 'execute'
            : 'request',
      );
      expect(jsonSchemaOf(operation.input, 'input')).toMatchObject({ type: 'object' });
      expect(jsonSchemaOf(operation.output, 'output')).toMatchObject({ type: 'object' });
    });

    test('can be reached from somewhere', () => {
      expect(operation.rest.length > 0 || operation.tool !== null || operation.command !== undefined).toBe(
        true,
      );
    });

    test('has an input for every member of its paths', () => {
      for (const { path } of operation.rest) {
        for (const [, member] of path.matchAll(/:(\w+)/g))
          expect(Object.keys(operation.input.shape)).toContain(member);
      }
    });

    test('says what kind of tool it is, in keeping with its method', () => {
      if (!operation.tool) return;
      const { annotations } = operation.tool;
      expect(Object.keys(annotations).sort()).toEqual([
        'destructiveHint',
        'idempotentHint',
        'openWorldHint',
        'readOnlyHint',
      ]);
      expect(annotations.readOnlyHint).toBe(operation.access === 'read');
      expect(annotations.destructiveHint).toBe(
        ['PUT', 'DELETE'].includes(operation.rest[0]?.method ?? '') || operation.access === 'execute',
      );
    });
  },
);

test('names of operations, routes and tools are unique', () => {
  const unique = (values: string[]) => expect(new Set(values).size).toBe(values.length);
  unique(operations.map((operation) => operation.name));
  unique(routes.map(({ method, path }) => `${method} ${path}`));
  unique(operations.flatMap((operation) => (operation.tool ? [operation.tool.name] : [])));
});

test('REST and OpenAPI name the same routes', () => {
  const documented = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  const served = routes.map(({ method, path }) => `${method} /api/v1${path.replace(/:(\w+)/g, '{$1}')}`);
  expect(documented.sort()).toEqual(served.sort());
});

test('OpenAPI says the level and asks for a key exactly where one is needed (spec: Endpoints 1)', () => {
  for (const { operation, method, path } of routes) {
    const documented = paths[`/api/v1${path.replace(/:(\w+)/g, '{$1}')}`]?.[method.toLowerCase()];
    expect(documented?.['x-level']).toBe(operation.access);
    expect(documented?.['security']).toEqual(operation.access === 'none' ? [] : [{ key: [] }]);
  }
});

test('no operation of a key writes what only the app may write (spec: What the service does 3; Authentication 2)', () => {
  const writes = routes
    .filter(({ operation, method }) => method !== 'GET' && operation.access !== 'none')
    .map(({ path }) => path.split('/')[1]);
  const writable = ['email-templates', 'http-requests', 'files'];
  for (const noun of writes) expect(writable).toContain(noun);
});

const readTools = [
  'list_secret_keys',
  'list_smtp_configs',
  'list_senders',
  'list_files',
  'list_http_requests',
  'get_http_request',
  'list_history',
  'get_history_entry',
  'get_stats',
];
const writeTools = ['create_http_request', 'update_http_request', 'delete_http_request', 'delete_file'];

const layoutTools = ['get_layout_schema'];

const namesOf = (level: Level, toolset: Toolset) =>
  operations
    .filter(({ tool, access }) => tool && covers(level, access as Level))
    .filter(({ tool }) => (tool?.toolset ?? 'default') === toolset)
    .map(({ tool }) => tool?.name);

test.each([
  ['read', readTools],
  ['write', [...readTools, ...writeTools]],
  ['execute', [...readTools, ...writeTools, 'test_http_request']],
] as [Level, string[]][])('tools of level %s are pinned (spec: Tool levels 1)', (level, names) => {
  expect(namesOf(level, 'default').sort()).toEqual([...names].sort());
});

test('the tools for layouts are a toolset of their own, and pinned', () => {
  expect(namesOf('execute', 'layouts')).toEqual(layoutTools);
  expect(namesOf('read', 'layouts')).toEqual(['get_layout_schema']);
});
