import { z } from 'zod';
import { Refusal } from './error.ts';
import { safeName } from './safe-name.ts';

/** One thing wrong with one field; `path` is empty for the input as a whole. */
export interface FieldProblem {
  path: readonly PropertyKey[];
  reason: string;
}

/** An assistant can fix several at once; more than five would bury the first. */
const MAX_PROBLEMS = 5;

/** `bodyDesign.blocks[2].text` */
export function fieldName(path: readonly PropertyKey[]): string {
  let name = '';
  for (const part of path) {
    if (typeof part === 'number') name += `[${part}]`;
    else name += name ? `.${safeName(String(part))}` : safeName(String(part));
  }
  return name || 'request body';
}

/** Refuses with `<field>: <reason>; <field>: <reason>` (spec: Errors, status 400). */
export function invalid(problems: readonly FieldProblem[]): Refusal {
  const lines = problems.slice(0, MAX_PROBLEMS).map((p) => `${fieldName(p.path)}: ${p.reason}`);
  return new Refusal('invalid', lines.join('; '));
}

export const invalidField = (field: string, reason: string) => invalid([{ path: [field], reason }]);

const nouns: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'an integer',
  boolean: 'true or false',
  object: 'an object',
  record: 'an object',
  array: 'a list',
};

function reasonOf(issue: z.core.$ZodIssue, input: unknown): string {
  const sent = issue.path.reduce<unknown>(
    (at, key) => (at as Record<PropertyKey, unknown> | undefined)?.[key],
    input,
  );
  switch (issue.code) {
    case 'invalid_type':
      if (sent === undefined || sent === null) return 'required';
      return `must be ${nouns[issue.expected] ?? issue.expected}`;
    case 'invalid_value':
      return `must be one of ${issue.values.map(String).join(', ')}`;
    case 'invalid_format':
      return issue.format === 'safeint' ? 'must be an integer' : issue.message;
    case 'too_small':
      return typeof sent === 'number' ? `must be at least ${issue.minimum}` : issue.message;
    case 'too_big':
      if (typeof sent === 'number') return `must be at most ${issue.maximum}`;
      return Array.isArray(sent) ? `at most ${issue.maximum} items` : issue.message;
    case 'invalid_union':
      return issue.message;
    default:
      return issue.message;
  }
}

/** zod's findings in the order of the schema, in our words. */
export function problemsOf(error: z.ZodError, input: unknown): FieldProblem[] {
  return error.issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => ({ path: [...issue.path, key], reason: 'unknown field' }))
      : [{ path: issue.path, reason: reasonOf(issue, input) }],
  );
}

const isMembers = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const refusingNull = new WeakSet<z.ZodType>();

/** What a record always has: absent in a change keeps it, `null` is refused like a blank (contract: Fields 2). */
export function requiredIfSent<S extends z.ZodType>(schema: S): z.ZodOptional<S> {
  const member = schema.optional();
  refusingNull.add(member);
  return member;
}

/** Whether `null` may be sent for a member that may be absent (contract: Fields 4). */
export const takesNull = (member: z.ZodType) =>
  !refusingNull.has(member) && member.safeParse(undefined).success;

const isSilentOnNull = (member: z.ZodType) => takesNull(member) && !member.safeParse(null).success;

/** What a schema is about, without what is said around it: that it may be absent, has a default, is made into something. */
function innerSchema(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodPipe) {
    const { in: before, out } = schema;
    return innerSchema((before instanceof z.ZodTransform ? out : before) as z.ZodType);
  }
  if (schema instanceof z.ZodLazy) return innerSchema(schema.unwrap() as z.ZodType);
  const isAround =
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault;
  return isAround ? innerSchema(schema.unwrap() as z.ZodType) : schema;
}

/** The members of an object, which its `type` or the like may decide. */
function shapeFor(schema: z.ZodType, input: Record<string, unknown>): z.ZodRawShape | null {
  if (schema instanceof z.ZodObject) return schema.shape;
  if (!(schema instanceof z.ZodDiscriminatedUnion)) return null;
  const { discriminator } = schema.def;
  const option = (schema.options as z.ZodObject[]).find(
    ({ shape }) => (shape[discriminator] as z.ZodType).safeParse(input[discriminator]).success,
  );
  return option?.shape ?? null;
}

/**
 * Without each `null` for an optional member whose schema does not say what it means, however deep inside: that is the
 * same as absent (contract: Fields 4).
 */
export function withoutNulls(schema: z.ZodType, input: unknown): unknown {
  const inner = innerSchema(schema);
  if (Array.isArray(input))
    return inner instanceof z.ZodArray
      ? input.map((item) => withoutNulls(inner.element as z.ZodType, item))
      : input;
  if (!isMembers(input)) return input;
  if (inner instanceof z.ZodRecord)
    return Object.fromEntries(
      Object.entries(input).map(([name, value]) => [name, withoutNulls(inner.valueType as z.ZodType, value)]),
    );
  const shape = shapeFor(inner, input);
  if (!shape) return input;
  const members = Object.entries(input).flatMap(([name, value]) => {
    const member = Object.hasOwn(shape, name) ? (shape[name] as z.ZodType) : undefined;
    if (!member) return [[name, value] as const];
    return value === null && isSilentOnNull(member) ? [] : [[name, withoutNulls(member, value)] as const];
  });
  return Object.fromEntries(members);
}

/** Parses or refuses, naming the fields; what `null` means is decided here for every surface. */
export function parseFields<S extends z.ZodType>(schema: S, input: unknown): z.output<S> {
  const result = schema.safeParse(withoutNulls(schema, input));
  if (result.success) return result.data;
  throw invalid(problemsOf(result.error, input));
}

const codePoints = (text: string) => {
  let count = 0;
  for (const _ of text) count++;
  return count;
};

/** PostgreSQL stores neither NUL nor lone surrogates; both are refused instead of silently changed. */
export const isStorable = (text: string) => !text.includes('\0') && text.isWellFormed();

const storable = (schema: z.ZodString) =>
  schema.refine(isStorable, { error: 'must not contain NUL or broken Unicode' });

/** Text whose length is counted in Unicode code points. */
export const text = (max: number) =>
  storable(z.string()).refine((value) => value.length <= max || codePoints(value) <= max, {
    error: `at most ${max} characters`,
  });

/** Text that must be there: missing, `null` and blank are all `required`. */
export const requiredText = (max: number) =>
  text(max).refine((value) => value.trim() !== '', { error: 'required' });

/** Text that `null` clears; both `null` and `""` read back as `""`. */
export const clearableText = (max: number) =>
  text(max)
    .nullable()
    .transform((value) => value ?? '');
