import { readFileSync, writeFileSync } from 'node:fs';

/**
 * Cuts GitHub's own description of its API down to the calls we make; tests check their GitHub server
 * against it. The whole package is 400 MB unpacked, so it is fetched for this alone:
 *
 *   npm pack @octokit/openapi@23.0.2 && tar xzf octokit-openapi-23.0.2.tgz
 *   node scripts/github-description.ts package/generated/api.github.com.json
 */
const OPERATIONS = [
  'GET /repos/{owner}/{repo}',
  'GET /repos/{owner}/{repo}/git/ref/{ref}',
  'PATCH /repos/{owner}/{repo}/git/refs/{ref}',
  'GET /repos/{owner}/{repo}/git/commits/{commit_sha}',
  'POST /repos/{owner}/{repo}/git/commits',
  'POST /repos/{owner}/{repo}/git/trees',
  'POST /repos/{owner}/{repo}/git/blobs',
  'GET /repos/{owner}/{repo}/git/blobs/{file_sha}',
  'GET /repos/{owner}/{repo}/compare/{basehead}',
  'GET /repos/{owner}/{repo}/commits',
  'GET /repos/{owner}/{repo}/contents/{path}',
  'POST /app/installations/{installation_id}/access_tokens',
];

type OpenApiObject = Record<string, unknown>;
type OpenApiSchema = OpenApiObject & { $ref?: string; nullable?: boolean; type?: string; enum?: unknown[] };
type Content = { $ref?: string; content?: Record<string, { schema: OpenApiSchema }> };

/** Keywords that constrain a value; the rest (examples, descriptions) is for readers. */
const KEPT = ['required', 'format', 'minLength', 'maxLength', 'pattern', 'minimum', 'maximum', 'minItems'];

const [file] = process.argv.slice(2);
if (!file) throw new Error('say where api.github.com.json is');
const source = JSON.parse(readFileSync(file, 'utf8'));
const schemas: Record<string, OpenApiObject> = {};

const resolve = (ref: string) =>
  ref
    .slice(2)
    .split('/')
    .reduce((at, key) => at[key], source);

const each = <In, Out>(record: Record<string, In>, change: (value: In) => Out) =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]));

function named(ref: string): OpenApiObject {
  const name = ref.slice(ref.lastIndexOf('/') + 1);
  if (!schemas[name]) {
    schemas[name] = {};
    schemas[name] = converted(resolve(ref));
  }
  return { $ref: `#/schemas/${name}` };
}

/** OpenAPI 3.0 uses `nullable`; JSON Schema adds `null` to the type. */
function converted(schema: OpenApiSchema): OpenApiObject {
  if (schema.$ref) return named(schema.$ref);
  const result: OpenApiObject = {};
  for (const key of KEPT) if (key in schema) result[key] = schema[key];
  if (schema.type) result['type'] = schema.nullable ? [schema.type, 'null'] : schema.type;
  if (schema.enum)
    result['enum'] = schema.nullable ? [...schema.enum.filter((item) => item !== null), null] : schema.enum;
  if (schema['properties'])
    result['properties'] = each(schema['properties'] as Record<string, OpenApiSchema>, converted);
  if (schema['items']) result['items'] = converted(schema['items'] as OpenApiSchema);
  const more = schema['additionalProperties'];
  if (more !== undefined)
    result['additionalProperties'] = typeof more === 'object' ? converted(more as OpenApiSchema) : more;
  for (const key of ['oneOf', 'anyOf', 'allOf'])
    if (schema[key]) result[key] = (schema[key] as OpenApiSchema[]).map(converted);
  return schema.nullable && !schema.type ? { anyOf: [{ type: 'null' }, result] } : result;
}

function bodyOf(content: Content): OpenApiObject | null {
  const body: Content = content.$ref ? resolve(content.$ref) : content;
  const schema = body.content?.['application/json']?.schema;
  return schema ? converted(schema) : null;
}

const operations = Object.fromEntries(
  OPERATIONS.map((route) => {
    const [method = '', path = ''] = route.split(' ');
    const { requestBody, responses } = source.paths[path][method.toLowerCase()];
    return [route, { request: requestBody ? bodyOf(requestBody) : null, answers: each(responses, bodyOf) }];
  }),
);
named('#/components/schemas/basic-error');
const description = { from: `@octokit/openapi ${source.info.version}`, operations, schemas };
writeFileSync('server/test/harness/github/description.json', `${JSON.stringify(description)}\n`);
