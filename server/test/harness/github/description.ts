import { readFileSync } from 'node:fs';
import { Ajv, type ValidateFunction } from 'ajv';
import formats from 'ajv-formats';

/** GitHub's own description of the calls we make (`scripts/github-description.ts`). */
interface GitHubOperation {
  request: GitHubSchema | null;
  answers: Record<string, GitHubSchema | null>;
}

interface GitHubSchema {
  $ref?: string;
  type?: string | string[];
  format?: string;
  enum?: unknown[];
  required?: string[];
  properties?: Record<string, GitHubSchema>;
  items?: GitHubSchema;
  oneOf?: GitHubSchema[];
  anyOf?: GitHubSchema[];
  allOf?: GitHubSchema[];
  minLength?: number;
}

const description: { operations: Record<string, GitHubOperation>; schemas: Record<string, GitHubSchema> } =
  JSON.parse(readFileSync(new URL('description.json', import.meta.url), 'utf8'));

/** Not strict about the schemas themselves: they are GitHub's. */
const ajv = new Ajv({ strict: false, allErrors: true, allowUnionTypes: true });
formats.default(ajv);
ajv.addSchema({ $id: 'github', schemas: description.schemas });

const checks = new Map<GitHubSchema, ValidateFunction>();
function complaintsOf(schema: GitHubSchema, value: unknown): string | null {
  const known = checks.get(schema);
  const check = known ?? ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"github#/')));
  checks.set(schema, check);
  return check(value) ? null : ajv.errorsText(check.errors);
}

const BASIC_ERROR: GitHubSchema = { $ref: '#/schemas/basic-error' };

export const routes = Object.keys(description.operations);

/** What is wrong with the body of a request; `null` when it is as described. */
export function requestSchemaError(route: string, body: unknown): string | null {
  const schema = description.operations[route]?.request;
  return schema ? complaintsOf(schema, body) : null;
}

/** What is wrong with a response. Every call may return an error that its description does not list. */
export function responseSchemaError(route: string, status: number, body: unknown): string | null {
  const schema = answerSchema(route, status) ?? (status >= 400 ? BASIC_ERROR : null);
  return schema ? complaintsOf(schema, body) : `${status} is no answer of ${route}`;
}

const answerSchema = (route: string, status: number) =>
  description.operations[route]?.answers[String(status)] ?? null;

/** The response with everything else that GitHub always sends, in addition to the relevant values. */
export function completed(route: string, status: number, values: unknown): unknown {
  const schema = answerSchema(route, status);
  return schema ? filled(schema, values) : values;
}

function filled(schema: GitHubSchema, value: unknown): unknown {
  if (schema.$ref) return filled(resolved(schema), value);
  const choices = schema.oneOf ?? schema.anyOf ?? schema.allOf;
  if (choices) return filled(choiceFor(choices, value), value);
  if (Array.isArray(value)) return value.map((item) => filled(schema.items ?? {}, item));
  if (value === undefined) return sample(schema);
  if (typeof value !== 'object' || value === null) return value;
  const result: Record<string, unknown> = { ...value };
  for (const name of new Set([...(schema.required ?? []), ...Object.keys(value)])) {
    const filling = filled(schema.properties?.[name] ?? {}, result[name]);
    if (filling !== undefined) result[name] = filling;
  }
  return result;
}

/** A list or a single object: directories and files share a call. */
const choiceFor = (choices: GitHubSchema[], value: unknown) => {
  const wanted = Array.isArray(value) ? 'array' : 'object';
  return choices.map(resolved).find(({ type }) => type === wanted) ?? {};
};

const resolved = (schema: GitHubSchema): GitHubSchema =>
  schema.$ref ? (description.schemas[schema.$ref.slice('#/schemas/'.length)] ?? {}) : schema;

function sample(schema: GitHubSchema): unknown {
  const types = [schema.type].flat();
  if (types.includes('null')) return null;
  if (schema.enum) return schema.enum[0];
  if (types.includes('object')) return filled(schema, {});
  if (types.includes('array')) return [];
  if (types.includes('integer')) return 1;
  if (types.includes('boolean')) return false;
  if (schema.format === 'date-time') return '2026-01-01T00:00:00Z';
  return schema.format === 'uri' ? 'https://github.test/' : 'x'.repeat(schema.minLength ?? 1);
}
