import { describe, expect, test } from 'vitest';
import { coversLevel, type Level, levels } from '../src/kernel/access-levels.ts';
import { jsonSchemaOf } from '../src/kernel/json-schema.ts';
import { appRoutesOf, type Toolset } from '../src/kernel/operation.ts';
import { openApiDocument } from '../src/surfaces/openapi/document.ts';
import { operations } from '../src/surfaces/operations.ts';
import { platformActions } from '../src/surfaces/platform-actions.ts';

const api = openApiDocument(operations, platformActions, { release: '0', baseUrl: 'http://localhost' });
const paths = api['paths'] as Record<string, Record<string, Record<string, unknown>>>;
const routes = operations.flatMap((operation) => operation.rest.map((route) => ({ operation, ...route })));

describe.each(operations.map((operation) => [operation.name, operation] as const))(
  '%s',
  (_name, operation) => {
    test('has a summary, access, budget and schemas', () => {
      expect(operation.summary).toMatch(/^[A-Z].{10,}\.$/);
      expect(['none', 'operator', 'person', ...levels]).toContain(operation.access);
      expect(operation.budget).toBe(
        !levels.includes(operation.access as Level)
          ? 'none'
          : operation.access === 'execute'
            ? 'execute'
            : operation.permission
              ? 'lookup'
              : 'request',
      );
      expect(jsonSchemaOf(operation.input, 'input')).toMatchObject({ type: 'object' });
      expect(jsonSchemaOf(operation.output, 'output')).toMatchObject({ type: 'object' });
    });

    test('is available on at least one surface', () => {
      const { rest, tool, command } = operation;
      expect(rest.length + appRoutesOf(operation).length > 0 || tool !== null || command !== undefined).toBe(
        true,
      );
    });

    test('has an input for every path parameter', () => {
      for (const { path } of [...operation.rest, ...appRoutesOf(operation)]) {
        for (const [, member] of path.matchAll(/:(\w+)/g))
          expect(Object.keys(operation.input.shape)).toContain(member);
      }
    });

    test('has annotations that match its method', () => {
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
  unique(operations.flatMap(appRoutesOf).map(({ method, path }) => `${method} ${path}`));
  unique(operations.flatMap((operation) => (operation.tool ? [operation.tool.name] : [])));
});

test('REST and OpenAPI name the same routes', () => {
  const documented = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  const served = routes.map(({ method, path }) => `${method} /api/v1${path.replace(/:(\w+)/g, '{$1}')}`);
  const steps = platformActions.map(({ name }) => `POST /platforms/generic/{storeId}/${name}`);
  expect(documented.sort()).toEqual([...served, ...steps].sort());
});

test('OpenAPI names the level and requires a key exactly where one is needed (spec: Endpoints 1)', () => {
  for (const { operation, method, path } of routes) {
    const documented = paths[`/api/v1${path.replace(/:(\w+)/g, '{$1}')}`]?.[method.toLowerCase()];
    expect(documented?.['x-level']).toBe(operation.access);
    expect(documented?.['security']).toEqual(operation.access === 'none' ? [] : [{ key: [] }]);
    expect(Object.keys(documented?.['responses'] ?? {}).includes('401')).toBe(operation.access !== 'none');
  }
});

test('no operation with a key writes what only the app may write (spec: What the service does 3; Authentication 2) (contract: Senders, secrets, files 6)', () => {
  const writes = routes
    .filter(({ operation, method }) => method !== 'GET' && !['none', 'read'].includes(operation.access))
    .map(({ path }) => path.split('/')[1]);
  const writable = ['email-templates', 'http-requests', 'files'];
  for (const noun of writes) expect(writable).toContain(noun);
});

const readTools = [
  'list_http_requests',
  'get_http_request',
  'list_smtp_configs',
  'list_email_templates',
  'get_email_template',
  'list_secret_keys',
  'list_senders',
  'list_history',
  'get_history_entry',
  'get_stats',
  'list_files',
];
const writeTools = ['create_http_request', 'update_http_request', 'delete_http_request', 'delete_file'];

const layoutReadTools = [
  'preview_email_template',
  'preview_unsaved_email_template',
  'get_email_template_variables',
  'get_email_template_reach',
  'check_email_template',
  'list_translations',
  'get_translation',
  'list_versions',
  'get_version',
  'diff_versions',
  'list_drafts',
  'get_layout_schema',
  'get_brand',
];
const layoutWriteTools = [
  'create_email_template',
  'duplicate_email_template',
  'update_email_template',
  'delete_email_template',
  'put_translation',
  'delete_translation',
  'promote_translation',
  'restore_version',
];

const namesOf = (level: Level, toolset: Toolset) =>
  operations
    .filter(({ tool, access, permission }) => tool && !permission && coversLevel(level, access as Level))
    .filter(({ tool }) => (tool?.toolset ?? 'default') === toolset)
    .map(({ tool }) => tool?.name);

test.each([
  ['read', 11, readTools],
  ['write', 15, [...readTools, ...writeTools]],
  ['execute', 16, [...readTools, ...writeTools, 'test_http_request']],
] as [Level, number, string[]][])(
  'level %s has %i tools, and no others (spec: Tool levels 1; Tool level read) (contract: Tool server 2)',
  (level, count, names) => {
    expect(namesOf(level, 'default').sort()).toEqual([...names].sort());
    expect(names).toHaveLength(count);
  },
);

test.each([
  ['read', layoutReadTools],
  ['write', [...layoutReadTools, ...layoutWriteTools]],
  ['execute', [...layoutReadTools, ...layoutWriteTools]],
] as [Level, string[]][])('the layouts toolset has exactly its own tools at level %s', (level, names) => {
  expect(namesOf(level, 'layouts').sort()).toEqual([...names].sort());
});
