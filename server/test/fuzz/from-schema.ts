import fc from 'fast-check';
import type { JsonSchema } from '../../src/kernel/json-schema.ts';
import { goodAddress, goodText, hostileName, hostileValue } from './values.ts';

/** A placeholder for a record that exists when the case runs, so that cases are small and can be replayed. */
export const EXISTING = '<existing>';

/** What a schema cannot express: which texts a field with this name accepts. */
const byName: Record<string, fc.Arbitrary<unknown>> = {
  id: fc.constant(EXISTING),
  key: fc.constant(EXISTING),
  email: fc.constantFrom('anna@example.com', 'Anna@Example.com'),
  from: fc.constant('2026-11-01'),
  to: fc.constant('2026-11-19'),
  locale: fc.constant('de'),
  defaultLocale: fc.constant('en'),
  version: fc.constant(1),
  a: fc.constant(1),
  b: fc.constant(1),
  // A record starts at revision 1; without a revision nothing is compared.
  revision: fc.constantFrom(null, null, null, null, null, 1),
  idempotency_key: fc.option(fc.uuid()),
  requiredVariables: fc.constantFrom<unknown>(null, [], ['order.id', 'name']),
  done: fc.constantFrom<unknown>([], ['subject'], ['subject', 'previewText']),
  bodyType: fc.constant('visual'),
  bodyDesign: fc.constantFrom<unknown>(
    { blocks: [] },
    { blocks: [{ type: 'heading', text: 'Hi {{ variables.name }}' }], testVariables: { name: 'Zoë' } },
  ),
  attachments: fc.constant(null),
  marketingTexts: fc.constantFrom<unknown>(
    null,
    { companyDetails: 'Shop' },
    { unsubscribeText: 'x {{ unsubscribe_url }}' },
  ),
  url: goodAddress,
  method: fc.constantFrom('GET', 'post', 'Put', 'PATCH', 'delete'),
  body: fc.oneof(goodText, fc.jsonValue({ maxDepth: 3 })),
  headers: fc.dictionary(
    fc.constantFrom('Accept', 'X-Api-Key', 'Authorization', 'Cookie', 'x-trace', 'Content-Type'),
    fc.oneof(
      goodText.map((text) => text.replace(/[\r\n]/g, '')),
      fc.constantFrom('Bearer sk_live_0123456789abcdef', 'Bearer ********', '{{ secrets.TOKEN }}'),
    ),
    { maxKeys: 4 },
  ),
};

function textOf(schema: JsonSchema): fc.Arbitrary<unknown> {
  const maxLength = Number(schema['maxLength'] ?? 2000);
  return goodText.map((text) => text.slice(0, maxLength));
}

function membersOf(schema: JsonSchema): fc.Arbitrary<unknown> {
  let properties = Object.entries((schema['properties'] ?? {}) as Record<string, JsonSchema>);
  if (properties.length === 0 && schema['additionalProperties'] === false) return fc.constant({});
  if (properties.length === 0) return fc.dictionary(goodText, fc.jsonValue({ maxDepth: 2 }), { maxKeys: 4 });
  const required = new Set((schema['required'] ?? []) as string[]);
  // Layouts are visual here and have only one of the two bodies.
  if (properties.some(([name]) => name === 'bodyDesign'))
    properties = properties.filter(([name]) => name !== 'body' && name !== 'attachments');
  return fc.record(Object.fromEntries(properties.map(([name, member]) => [name, goodValue(member, name)])), {
    requiredKeys: properties.map(([name]) => name).filter((name) => required.has(name)),
  });
}

/** Values that the schema, and mostly the service, accept. */
export function goodValue(schema: JsonSchema, name = ''): fc.Arbitrary<unknown> {
  const special = byName[name];
  if (special) return special;
  if (schema['const'] !== undefined) return fc.constant(schema['const']);
  if (Array.isArray(schema['enum'])) return fc.constantFrom(...schema['enum']);
  const choices = (schema['anyOf'] ?? schema['oneOf']) as JsonSchema[] | undefined;
  if (choices) return fc.oneof(...choices.map((choice) => goodValue(choice, name)));
  const { type } = schema;
  if (Array.isArray(type)) return fc.oneof(...type.map((each) => goodValue({ ...schema, type: each }, name)));
  switch (type) {
    case 'string':
      return textOf(schema);
    case 'integer':
    case 'number': {
      const min = Math.max(Number(schema['minimum'] ?? 1), -1e9);
      return fc.integer({ min, max: Math.min(Number(schema['maximum'] ?? 200), 1e9) });
    }
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array':
      return fc.array(goodValue((schema['items'] ?? {}) as JsonSchema), { maxLength: 4 });
    case 'object':
      return membersOf(schema);
    default:
      return fc.jsonValue({ maxDepth: 3 });
  }
}

const manyNames = Array.from({ length: 40 }, (_, i): [string, unknown] => [`${'😀'.repeat(99)}${i}`, i]);

/**
 * Mostly good, with a few members corrupted, left out or added, which gets past the first check and fails
 * deeper.
 */
export function corruptedMembers(schema: JsonSchema): fc.Arbitrary<Record<string, unknown>> {
  const names = Object.keys((schema['properties'] ?? {}) as object);
  const spoilt = fc.array(
    fc.tuple(names.length > 0 ? fc.constantFrom(...names) : hostileName, hostileValue),
    { minLength: 1, maxLength: 3 },
  );
  const added = fc.oneof(
    { weight: 30, arbitrary: fc.array(fc.tuple(hostileName, hostileValue), { maxLength: 3 }) },
    // Ignored members are named in a header, which must remain one that clients and proxies accept.
    { weight: 1, arbitrary: fc.constant(manyNames) },
  );
  const good = membersOf(schema) as fc.Arbitrary<Record<string, unknown>>;
  return fc
    .tuple(good, fc.option(spoilt, { nil: [], freq: 3 }), fc.option(added, { nil: [], freq: 2 }))
    .map(([members, worse, more]) => Object.fromEntries([...Object.entries(members), ...worse, ...more]));
}

export const goodMembers = membersOf as (schema: JsonSchema) => fc.Arbitrary<Record<string, unknown>>;
