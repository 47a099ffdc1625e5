import { z } from 'zod';
import { type FieldProblem, OperationError, type PropertyPath } from './error.ts';
import type { MessageCode } from './messages/catalog.ts';
import { type Message, message, type PartsOf, textOf } from './messages/message.ts';
import { safeName } from './safe-name.ts';

export type { FieldProblem, PropertyPath } from './error.ts';

/** An assistant can fix several at once; more than five would bury the first. */
const MAX_PROBLEMS = 5;

/** Formats a path, like `bodyDesign.blocks[2].text`. */
export function fieldName(path: PropertyPath): string {
  let name = '';
  for (const part of path) {
    if (typeof part === 'number') name += `[${part}]`;
    else name += name ? `.${safeName(String(part))}` : safeName(String(part));
  }
  return name || 'request body';
}

/** Rejects with `<field>: <reason>; <field>: <reason>` (spec: Errors, status 400) (contract: Fields 1). */
export function invalid(problems: readonly FieldProblem[]): OperationError {
  const told = problems.slice(0, MAX_PROBLEMS);
  return new OperationError('invalid', problemsMessage(told), {}, told);
}

/** One problem with the name of its field. */
export const problemMessage = ({ path, reason }: FieldProblem): Message =>
  message('field_problem', { field: fieldName(path), reason });

/** Several problems as one message. */
function problemsMessage(problems: readonly FieldProblem[]): Message {
  const [first = message('not_valid'), ...others] = problems.map(problemMessage);
  return others.reduce((before, next) => message('several_problems', { first: before, next }), first);
}

export const invalidField = (field: string, reason: Message) => invalid([{ path: [field], reason }]);

const messagesBySchemaText = new Map<string, Message>();

/**
 * The message of a schema check. Zod only keeps a string, so the message is registered and looked up again by
 * that string: call this where a schema is declared, never per request.
 */
export function schemaMessage<Code extends MessageCode>(
  code: Code,
  ...params: keyof PartsOf<Code> extends never ? [] : [PartsOf<Code>]
): string {
  const said = message(code, ...params);
  const text = textOf(said);
  messagesBySchemaText.set(text, said);
  return text;
}

/** A problem that a schema finds during a check, with values that differ from call to call. */
export const issueOf = (said: Message, path: PropertyPath = []) => ({
  code: 'custom' as const,
  path: [...path],
  message: textOf(said),
  params: { said },
});

const typeProblems: Record<string, Message> = {
  string: message('must_be_text'),
  number: message('must_be_number'),
  int: message('must_be_integer'),
  boolean: message('must_be_boolean'),
  object: message('must_be_object'),
  record: message('must_be_object'),
  array: message('must_be_list'),
};

/** The value of a query parameter that is given more than once (contract: Fields 7). */
export class RepeatedParameter {}

/** Our message for a value that zod rejects; its own messages are never shown. */
function reasonOf(issue: z.core.$ZodIssue, input: unknown): Message {
  const sent = issue.path.reduce<unknown>(
    (at, key) => (at as Record<PropertyKey, unknown> | undefined)?.[key],
    input,
  );
  if (sent instanceof RepeatedParameter) return message('given_twice');
  const told = issue.code === 'custom' ? (issue.params?.['said'] as Message | undefined) : undefined;
  const said = told ?? messagesBySchemaText.get(issue.message) ?? message('not_valid');
  switch (issue.code) {
    case 'invalid_type':
      if (sent === undefined || sent === null) return message('required');
      return typeProblems[issue.expected] ?? said;
    case 'invalid_value':
      return message('must_be_one_of', { values: issue.values.map(String).join(', ') });
    case 'invalid_format':
      return issue.format === 'safeint' ? message('must_be_integer') : said;
    case 'too_small':
      return typeof sent === 'number' ? message('must_be_at_least', { min: Number(issue.minimum) }) : said;
    case 'too_big':
      if (typeof sent === 'number') return message('must_be_at_most', { max: Number(issue.maximum) });
      return Array.isArray(sent) ? message('too_many_items', { max: Number(issue.maximum) }) : said;
    default:
      return said;
  }
}

/** Zod's issues in the order of the schema, with our messages. */
export function problemsOf(error: z.ZodError, input: unknown): FieldProblem[] {
  return error.issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys
          .slice(0, MAX_PROBLEMS)
          .map((key) => ({ path: [...issue.path, key], reason: message('unknown_field') }))
      : [{ path: issue.path, reason: reasonOf(issue, input) }],
  );
}

const isMembers = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const refusingNull = new WeakSet<z.ZodType>();

/**
 * A field that a record always has: omitting it in a change keeps it, and `null` is rejected like a blank
 * value (contract: Fields 2).
 */
export function requiredIfSent<S extends z.ZodType>(schema: S): z.ZodOptional<S> {
  const member = schema.optional();
  refusingNull.add(member);
  return member;
}

/** Whether `null` may be sent for an optional field (contract: Fields 4). */
export const acceptsNull = (member: z.ZodType) =>
  !refusingNull.has(member) && member.safeParse(undefined).success;

const isSilentOnNull = (member: z.ZodType) => acceptsNull(member) && !member.safeParse(null).success;

/** The inner schema without wrappers for optional, default and transform. */
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

/** The fields of an object, which may depend on a discriminator such as `type`. */
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
 * Removes each `null` for an optional field whose schema does not define `null`, at any depth, because it
 * means the same as omitting the field (contract: Fields 4).
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

/** The first names that pass a test: a caller may send thousands, but a response names only a few. */
export function firstMatchingNames(
  fields: Readonly<Record<string, unknown>>,
  most: number,
  isNamed: (name: string) => boolean,
): string[] {
  const names: string[] = [];
  for (const name of Object.keys(fields)) {
    if (names.length === most) break;
    if (isNamed(name)) names.push(name);
  }
  return names;
}

/** The fields that a schema defines, plus as many unknown ones as an error names (contract: Fields 5). */
export function membersFor(
  { shape }: z.ZodObject,
  fields: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const known = Object.keys(shape).filter((name) => Object.hasOwn(fields, name));
  const unknown = firstMatchingNames(fields, MAX_PROBLEMS, (name) => !Object.hasOwn(shape, name));
  return Object.fromEntries([...known, ...unknown].map((name) => [name, fields[name]]));
}

/**
 * Parses the input or rejects it, naming the fields; the meaning of `null` is decided here for every surface.
 */
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

/** A code point has one or two units, so only text near the limit must be counted. */
const hasAtMost = (max: number, text: string) =>
  text.length <= max || (text.length <= 2 * max && codePoints(text) <= max);

/** PostgreSQL stores neither NUL nor lone surrogates; both are rejected instead of silently changed. */
export const isStorable = (text: string) => !text.includes('\0') && text.isWellFormed();

const storable = (schema: z.ZodString) => schema.refine(isStorable, { error: schemaMessage('text_broken') });

/** Text whose length is counted in Unicode code points (contract: Fields 6). */
export const text = (max: number) =>
  storable(z.string()).refine((value) => hasAtMost(max, value), {
    error: schemaMessage('text_too_long', { max }),
  });

/** Required text: missing, `null` and blank values are all reported as `required`. */
export const requiredText = (max: number) =>
  text(max).refine((value) => value.trim() !== '', { error: schemaMessage('required') });

/** Text that `null` clears; both `null` and `""` read back as `""`. */
export const clearableText = (max: number) =>
  text(max)
    .nullable()
    .transform((value) => value ?? '');
