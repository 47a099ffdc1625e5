import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { openApiDocument } from '../../src/surfaces/openapi/document.ts';
import { operations } from '../../src/surfaces/operations.ts';
import { platformActions } from '../../src/surfaces/platform-actions.ts';

// biome-ignore lint/suspicious/noExplicitAny: tests walk the document
export const document: any = openApiDocument(operations, platformActions, {
  release: '0.0.0',
  baseUrl: 'http://localhost:3000',
});

export interface Described {
  /** `get_me` for an operation, `send-email` for an action. */
  name: string;
  method: string;
  path: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests walk the document
  described: any;
}

/** Every operation of the document, on its first route. */
export const described: readonly Described[] = [
  ...operations.flatMap(({ name, rest: [route] }) =>
    route ? [{ name, ...route, path: `/api/v1${route.path}` }] : [],
  ),
  ...platformActions.map(({ name }) => ({
    name,
    method: 'POST',
    path: `/platforms/generic/:storeId/${name}`,
  })),
].map(({ name, method, path }) => {
  const written = path.replace(/:(\w+)/g, '{$1}');
  return { name, method, path: written, described: document.paths[written][method.toLowerCase()] };
});

const ajv = new Ajv2020({ strict: false, allErrors: true, allowUnionTypes: true });
formats.default(ajv);
ajv.addSchema(JSON.parse(JSON.stringify({ $id: 'api', components: document.components })));

const errorsText = (errors: ErrorObject[] | null | undefined) => ajv.errorsText(errors ?? []);

/** How a value violates a schema of the document, if it does. */
export function faultsOf(schema: unknown, value: unknown): string | null {
  const check = ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"api#/')));
  return check(value) ? null : errorsText(check.errors);
}
