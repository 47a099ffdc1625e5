import { type FieldProblem, invalid, type PropertyPath, problemsOf } from '../../../kernel/fields.ts';
import { jsonLimitError } from '../../../kernel/json-bounds.ts';
import { normalizeMailAddress } from '../../../kernel/mail-address.ts';
import { type Message, message } from '../../../kernel/messages/message.ts';
import { isPlainObject } from '../../../kernel/plain-object.ts';
import type { AnyPlatformAction } from '../../../kernel/platform-action.ts';

/** The value of a property's text, or why it is invalid. */
type PropertyReading = { value: unknown } | { problems: FieldProblem[] };
type PropertyReader = (text: string) => PropertyReading;

const wrong = (reason: Message, ...path: PropertyKey[]): PropertyReading => ({
  problems: [{ path, reason }],
});

const plain: PropertyReader = (text) => ({ value: text.trim() });

/**
 * Addresses separated by commas. Only bare addresses are accepted, so a comma always separates two: if it is
 * part of a name or in quotes, neither half is an address.
 */
const addresses: PropertyReader = (text) => {
  const parts = text.split(',').map((part) => part.trim());
  const problems = parts.flatMap((part, index) =>
    part === '' || normalizeMailAddress(part) !== null
      ? []
      : [{ path: [index], reason: message('must_be_email_address', { example: 'anna@example.com' }) }],
  );
  return problems.length > 0 ? { problems } : { value: parts.filter(Boolean) };
};

const object: PropertyReader = (text) => {
  // It arrived as a string, so its size has not been checked yet.
  const excess = jsonLimitError(Buffer.from(text));
  if (excess !== null) return wrong(excess);
  try {
    const value: unknown = JSON.parse(text);
    return isPlainObject(value) ? { value } : wrong(message('must_be_json_object'));
  } catch {
    return wrong(message('json_invalid'));
  }
};

/** The properties of our actions in Flow, with their names in the generic call. */
const flowProperties: Readonly<Record<string, { member: string; read: PropertyReader }>> = {
  layout_id: { member: 'layoutId', read: plain },
  request_id: { member: 'requestId', read: plain },
  sender_id: { member: 'senderId', read: plain },
  to: { member: 'to', read: addresses },
  cc: { member: 'cc', read: addresses },
  bcc: { member: 'bcc', read: addresses },
  reply_to: { member: 'replyTo', read: plain },
  locale: { member: 'locale', read: plain },
  workflow: { member: 'workflow', read: plain },
  variables: { member: 'variables', read: object },
};

const flowNames: Readonly<Record<string, PropertyPath>> = {
  runId: ['action_run_id'],
  stepId: ['step_reference'],
  ...Object.fromEntries(
    Object.entries(flowProperties).map(([property, { member }]) => [member, ['properties', property]]),
  ),
};

/** Translates a path of the generic call to the names in the step's form. */
export const toFlowFieldPath = ([member, ...rest]: PropertyPath): PropertyKey[] => [
  ...(flowNames[String(member)] ?? [member as PropertyKey]),
  ...rest,
];

/** While a step is being configured, its fields may contain Liquid that Flow renders at run time. */
const isTemplate = (value: unknown) => typeof value === 'string' && /\{[{%]/.test(value);

export const withoutTemplates = (properties: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(properties).filter(([, value]) => !isTemplate(value)));

export const templatesIn = (properties: Record<string, unknown>): string[] =>
  Object.keys(properties).filter((name) => isTemplate(properties[name]));

export interface GenericFields {
  fields: Record<string, unknown>;
  problems: FieldProblem[];
}

/** The fields of the generic call; an empty field arrives as an empty string or not at all. */
export function genericFields(properties: Record<string, unknown>): GenericFields {
  const found: GenericFields = { fields: {}, problems: [] };
  for (const [property, { member, read }] of Object.entries(flowProperties)) {
    const sent = Object.hasOwn(properties, property) ? properties[property] : undefined;
    if (sent === undefined || sent === null || (typeof sent === 'string' && sent.trim() === '')) continue;
    const reading = typeof sent === 'string' ? read(sent) : wrong(message('must_be_text'));
    if ('value' in reading) found.fields[member] = reading.value;
    else
      found.problems.push(
        ...reading.problems.map(({ path, reason }) => ({ path: ['properties', property, ...path], reason })),
      );
  }
  return found;
}

/** The input that an action would run with, and all problems with it, in Flow's terms. */
export function readActionInput(
  action: AnyPlatformAction,
  call: Record<string, unknown>,
  generic: GenericFields,
) {
  const input = { ...generic.fields, ...call };
  const parsed = action.input.safeParse(input);
  if (parsed.success) return { input: parsed.data, problems: generic.problems };
  const unread = new Set(generic.problems.map(({ path }) => String(path[1])));
  const more = problemsOf(parsed.error, input)
    .map(({ path, reason }) => ({ path: toFlowFieldPath(path), reason }))
    // An unreadable field is not reported as missing too.
    .filter(({ path }) => !unread.has(String(path[1])));
  return { input: null, problems: [...generic.problems, ...more] };
}

/** The input of a step that runs; throws if there are any problems. */
export function inputFor(
  action: AnyPlatformAction,
  call: Record<string, unknown>,
  properties: Record<string, unknown>,
) {
  const { input, problems } = readActionInput(action, call, genericFields(properties));
  if (problems.length > 0 || input === null) throw invalid(problems);
  return input;
}
