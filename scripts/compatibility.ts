/** Finds changes to an API description that would break programs written against an earlier one. */

// biome-ignore lint/suspicious/noExplicitAny: walks a document of any release
type OpenApiNode = any;

/** One line per change, for a person to read. */
type BreakingChanges = string[];

interface BeforeAndAfter {
  before: OpenApiNode;
  after: OpenApiNode;
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];
const LEVELS = ['none', 'read', 'write', 'execute'];

const resolved = (document: OpenApiNode, schema: OpenApiNode): OpenApiNode => {
  const name = schema?.$ref?.split('/');
  return name
    ? resolved(
        document,
        name.slice(1).reduce((at: OpenApiNode, key: string) => at?.[key], document),
      )
    : schema;
};

/** The possible shapes of a value, each with a single type. */
function shapesOf(document: OpenApiNode, schema: OpenApiNode): OpenApiNode[] {
  const whole = resolved(document, schema) ?? {};
  const choices = whole.anyOf ?? whole.oneOf;
  if (choices) return choices.flatMap((choice: OpenApiNode) => shapesOf(document, choice));
  return Array.isArray(whole.type) ? whole.type.map((type: string) => ({ ...whole, type })) : [whole];
}

const typeOf = (value: unknown) => (value === null ? 'null' : typeof value);

/** Distinguishes a shape from the others: the kind of a block, or its type. */
const kindOf = ({ properties, type, const: only, enum: values }: OpenApiNode): string =>
  properties?.type?.const ?? type ?? (only !== undefined ? typeOf(only) : values ? typeOf(values[0]) : 'any');

/** An object that does not describe its members: describing them later is not a change. */
const isOpaque = (shape: OpenApiNode) =>
  kindOf(shape) === 'any' || (shape.type === 'object' && !shape.properties);

const valuesOf = ({ enum: values, const: only }: OpenApiNode): unknown[] | undefined =>
  values ?? (only === undefined ? undefined : [only]);

const stricterBounds: [string, (before: number, after: number) => boolean][] = [
  ['maxLength', (before, after) => after < before],
  ['maximum', (before, after) => after < before],
  ['maxItems', (before, after) => after < before],
  ['minLength', (before, after) => after > before],
  ['minimum', (before, after) => after > before],
  ['minItems', (before, after) => after > before],
];

/** `input`: what was accepted is still accepted. `output`: what was promised is still promised. */
function comparer(documents: BeforeAndAfter, way: 'input' | 'output') {
  /** Blocks contain blocks, so each pair is compared once. */
  const seen = new Map<OpenApiNode, Set<OpenApiNode>>();

  function compare(before: OpenApiNode, after: OpenApiNode, at: string): BreakingChanges {
    const [old, now] = [resolved(documents.before, before), resolved(documents.after, after)];
    if (seen.get(old)?.has(now)) return [];
    seen.set(old, (seen.get(old) ?? new Set()).add(now));
    const olds = shapesOf(documents.before, before);
    const nows = shapesOf(documents.after, after);
    const [each, among] = way === 'input' ? [olds, nows] : [nows, olds];
    return each.flatMap((shape) => {
      const candidates = among.filter((other) => kindOf(other) === kindOf(shape) || kindOf(other) === 'any');
      if (candidates.length === 0) {
        if (olds.some(isOpaque) && kindOf(shape) === 'any') return [];
        return [`${at}: ${way === 'input' ? 'no longer takes' : 'may now be'} ${kindOf(shape)}`];
      }
      const found = candidates.map((other) =>
        way === 'input' ? compareShape(shape, other, at) : compareShape(other, shape, at),
      );
      return found.sort((a, b) => a.length - b.length)[0] ?? [];
    });
  }

  function compareValues(before: OpenApiNode, after: OpenApiNode, at: string): BreakingChanges {
    const [olds, nows] = [valuesOf(before), valuesOf(after)];
    if (!nows) return [];
    if (!olds) return way === 'input' ? [`${at}: only some values are taken now`] : [];
    return olds.filter((value) => !nows.includes(value)).map((value) => `${at}: the value ${value} is gone`);
  }

  function compareMembers(before: OpenApiNode, after: OpenApiNode, at: string): BreakingChanges {
    const [olds, nows]: Record<string, OpenApiNode>[] = [before.properties ?? {}, after.properties ?? {}];
    const [needed, needs]: string[][] = [before.required ?? [], after.required ?? []];
    const missing = Object.keys(olds ?? {}).filter((name) => !nows?.[name]);
    const changed =
      way === 'input'
        ? (needs ?? [])
            .filter((name) => !needed?.includes(name))
            .map((name) => `${at}.${name}: is required now`)
        : (needed ?? [])
            .filter((name) => nows?.[name] && !needs?.includes(name))
            .map((name) => `${at}.${name}: may be left out now`);
    return [
      ...missing.map((name) => `${at}.${name}: is gone`),
      ...changed,
      ...Object.keys(olds ?? {}).flatMap((name) =>
        nows?.[name] ? compare(olds?.[name], nows[name], `${at}.${name}`) : [],
      ),
    ];
  }

  function compareShape(before: OpenApiNode, after: OpenApiNode, at: string): BreakingChanges {
    if (isOpaque(before)) return [];
    const limits =
      way === 'input'
        ? stricterBounds
            .filter(
              ([name, is]) =>
                after[name] !== undefined && (before[name] === undefined || is(before[name], after[name])),
            )
            .map(([name]) => `${at}: ${name} is ${after[name]} now`)
        : [];
    return [
      ...compareValues(before, after, at),
      ...limits,
      ...(before.type === 'object' && !isOpaque(after) ? compareMembers(before, after, at) : []),
      ...(before.items && after.items ? compare(before.items, after.items, `${at}[]`) : []),
    ];
  }

  return compare;
}

const schemaIn = (content: OpenApiNode) => content?.['application/json']?.schema;

function compareParameters(
  documents: BeforeAndAfter,
  { before, after }: BeforeAndAfter,
  at: string,
): BreakingChanges {
  const keyOf = (parameter: OpenApiNode) => `${parameter.in} ${parameter.name}`;
  const nows = new Map<string, OpenApiNode>(
    (after.parameters ?? []).map((each: OpenApiNode) => [keyOf(each), each]),
  );
  const olds = new Map<string, OpenApiNode>(
    (before.parameters ?? []).map((each: OpenApiNode) => [keyOf(each), each]),
  );
  const compare = comparer(documents, 'input');
  return [
    ...[...olds].flatMap(([key, old]) => {
      const now = nows.get(key);
      return now ? compare(old.schema, now.schema, `${at} ${key}`) : [`${at} ${key}: is gone`];
    }),
    ...[...nows]
      .filter(([key, now]) => now.required && !olds.get(key)?.required)
      .map(([key]) => `${at} ${key}: is required now`),
  ];
}

function compareBodies(
  documents: BeforeAndAfter,
  { before, after }: BeforeAndAfter,
  at: string,
): BreakingChanges {
  const [old, now] = [before.requestBody, after.requestBody];
  if (!now) return old ? [`${at} body: is gone`] : [];
  if (now.required && !old?.required) return [`${at} body: is required now`];
  if (!old) return [];
  return comparer(documents, 'input')(schemaIn(old.content), schemaIn(now.content), `${at} body`);
}

function compareAnswers(
  documents: BeforeAndAfter,
  { before, after }: BeforeAndAfter,
  at: string,
): BreakingChanges {
  return Object.entries<OpenApiNode>(before.responses).flatMap(([status, old]) => {
    const now = resolved(documents.after, after.responses[status]);
    if (!now) return [`${at} ${status}: is gone`];
    const [was, is] = [schemaIn(resolved(documents.before, old).content), schemaIn(now.content)];
    return was ? comparer(documents, 'output')(was, is, `${at} ${status}`) : [];
  });
}

function compareAccess({ before, after }: BeforeAndAfter, at: string): BreakingChanges {
  const [was, is] = [LEVELS.indexOf(before['x-level']), LEVELS.indexOf(after['x-level'])];
  if (is > was && was >= 0) return [`${at}: takes a key of level ${after['x-level']} now`];
  const schemes = (operation: OpenApiNode) => JSON.stringify(operation.security ?? []);
  return schemes(before) === schemes(after) || schemes(after) === '[]'
    ? []
    : [`${at}: is authenticated differently`];
}

/** Every change that could break a program written against `before`. */
export function breakingChanges(before: OpenApiNode, after: OpenApiNode): BreakingChanges {
  const documents = { before, after };
  return Object.entries<OpenApiNode>(before.paths).flatMap(([path, operations]) =>
    METHODS.filter((method) => operations[method]).flatMap((method) => {
      const at = `${method.toUpperCase()} ${path}`;
      const pair = { before: operations[method], after: after.paths[path]?.[method] };
      if (!pair.after) return [`${at}: is gone`];
      return [
        ...compareAccess(pair, at),
        ...compareParameters(documents, pair, at),
        ...compareBodies(documents, pair, at),
        ...compareAnswers(documents, pair, at),
      ];
    }),
  );
}
