import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import type { z } from 'zod';
import type { CliCommand } from '../../kernel/command.ts';
import { OperationError } from '../../kernel/error.ts';
import { invalidField } from '../../kernel/fields.ts';
import { isUuid } from '../../kernel/id.ts';
import { jsonSchemaOf } from '../../kernel/json-schema.ts';
import type { LocalFile, LocalStream } from '../../kernel/local-file.ts';
import { message } from '../../kernel/messages/message.ts';
import type { AnyOperation, OperatorContext } from '../../kernel/operation.ts';
import { createTextCoercer } from '../calls/coerce-text.ts';
import { invoke } from '../calls/invoke.ts';

export interface OperatorPort {
  newId(): string;
  storeExists(storeId: string): Promise<boolean>;
  /** The store of a key, for commands that name only the key. */
  storeOfKey(keyId: string): Promise<string | null>;
  contextFor(storeId: string): OperatorContext;
  readStdin(): Promise<string>;
  /** Rejects anything but a file; reads at most one byte beyond `maxBytes`. */
  readFile(path: string, maxBytes: number): Promise<LocalFile>;
  /** Rejects anything but a file. */
  streamFile(path: string): Promise<LocalStream>;
}

const flagOf = (member: string) => member.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
/** For a list, its flag is repeated for each item. */
const isList = (schema: z.ZodType) => jsonSchemaOf(schema, 'input').type === 'array';
/** The values of boolean flags; the schema rejects anything else. */
const BOOLEANS: Readonly<Record<string, boolean>> = {
  ...{ yes: true, no: false },
  ...{ true: true, false: false },
};
const isBoolean = (schema: z.ZodType) => jsonSchemaOf(schema, 'input').type === 'boolean';
const isOptional = (schema: z.ZodType) => schema.safeParse(undefined).success;

/** A required field is always read from standard input, an optional one only with this flag. */
function stdinFlag({ command, input }: AnyOperation): string | null {
  const member = command?.stdin;
  return member && isOptional(input.shape[member]) ? `${flagOf(member)}-stdin` : null;
}

/** The possible choices, or the last word of the flag: `--from-name NAME`. */
function placeholder(member: string, schema: z.ZodType): string {
  const { enum: choices, format } = jsonSchemaOf(schema, 'input');
  if (isBoolean(schema)) return 'yes|no';
  if (Array.isArray(choices)) return choices.join('|');
  if (format === 'date-time') return 'TIME';
  return (flagOf(member).split('-').at(-1) as string).toUpperCase();
}

export function usageOf(operation: AnyOperation): string {
  const { words, store, stdin, rest } = operation.command as CliCommand;
  const asking = stdinFlag(operation);
  const flags = Object.entries(operation.input.shape).flatMap(([member, schema]) => {
    if (member === rest?.member) return [];
    if (member === stdin) return asking ? [`[--${asking}]`] : [];
    const flag = `--${flagOf(member)} ${placeholder(member, schema)}`;
    return [(isOptional(schema) ? `[${flag}]` : flag) + (isList(schema) ? '...' : '')];
  });
  if (store === 'flag') flags.unshift('--store ID');
  if (rest) flags.push(rest.as === 'texts' ? `${rest.shown}...` : rest.shown);
  return [...words, ...flags].join(' ') + (stdin && !asking ? ` < ${stdin}` : '');
}

interface ParsedLine {
  store: string | undefined;
  fields: Record<string, unknown>;
  /** Arguments without a flag. */
  rest: string[];
  readsStdin: boolean;
}

function parseCommandLine(operation: AnyOperation, args: string[]): ParsedLine {
  const { store, stdin, rest } = operation.command as CliCommand;
  const asking = stdinFlag(operation);
  const members = Object.keys(operation.input.shape).filter(
    (member) => member !== stdin && member !== rest?.member,
  );
  const texts = [...members.map(flagOf), ...(store === 'flag' ? ['store'] : [])];
  const lists = members.filter((member) => isList(operation.input.shape[member] as z.ZodType)).map(flagOf);
  const options: ParseArgsOptionsConfig = Object.fromEntries(
    texts.map((name) => [name, { type: 'string', multiple: lists.includes(name) }]),
  );
  if (asking) options[asking] = { type: 'boolean' };
  const { values, positionals } = parseArgs({
    args,
    options,
    strict: true,
    allowPositionals: rest !== undefined,
  });
  const read = createTextCoercer(operation.input);
  const fields = members.flatMap((member): [string, unknown][] => {
    const text = values[flagOf(member)];
    if (Array.isArray(text)) return [[member, text]];
    if (typeof text !== 'string') return [];
    const isFlag = isBoolean(operation.input.shape[member] as z.ZodType);
    return [[member, isFlag ? (BOOLEANS[text] ?? text) : read(member, text)]];
  });
  return {
    store: values['store'] as string | undefined,
    fields: Object.fromEntries(fields),
    rest: positionals,
    readsStdin: asking ? values[asking] === true : stdin !== undefined,
  };
}

async function storeFor(
  command: CliCommand,
  { store, fields }: ParsedLine,
  world: OperatorPort,
): Promise<string> {
  if (command.store === 'new') return world.newId();
  if (command.store === 'none') return '';
  if (command.store === 'flag') {
    if (!isUuid(store))
      throw invalidField('--store', store ? message('not_a_store_id') : message('required'));
    if (!(await world.storeExists(store))) throw new OperationError('not_found', message('unknown_store'));
    return store;
  }
  const storeId = isUuid(fields['id']) ? await world.storeOfKey(fields['id']) : null;
  if (!storeId) throw new OperationError('not_found', message('unknown_key'));
  return storeId;
}

async function restOf({ rest }: CliCommand, given: string[], world: OperatorPort): Promise<unknown> {
  if (!rest) return undefined;
  const [first, second] = given;
  if (first === undefined) throw invalidField(rest.shown, message('required'));
  if (rest.as === 'texts') return given;
  if (second !== undefined) throw invalidField(rest.shown, message('one_at_a_time'));
  return rest.as === 'stream' ? world.streamFile(first) : world.readFile(first, rest.maxBytes);
}

/** Runs an operation from the command line with the same checks as elsewhere, with flags for fields. */
export async function runOperatorCommand(
  operation: AnyOperation,
  args: string[],
  world: OperatorPort,
): Promise<unknown> {
  const command = operation.command as CliCommand;
  const line = parseCommandLine(operation, args);
  const storeId = await storeFor(command, line, world);
  const { fields } = line;
  if (command.stdin && line.readsStdin)
    fields[command.stdin] = (await world.readStdin()).replace(/\r?\n$/, '');
  if (command.rest) fields[command.rest.member] = await restOf(command, line.rest, world);
  const call = { path: {}, fields, ifMatch: null, fieldsFirst: true, strict: true };
  const { answer } = await invoke(operation, world.contextFor(storeId), call);
  return answer.value;
}
