import { escapeAsLiquid } from '../../../kernel/escaping.ts';
import type { JsonObject } from '../../../kernel/json.ts';
import { sizeOf } from '../../../kernel/offloaded-task.ts';
import type { LiquidEscape } from '../../../kernel/ports.ts';
import { pathText } from './liquid-names.rules.ts';
import { type OutputBudget, PieceEmitter, SecretMark, textOf } from './liquid-output.rules.ts';
import { OutputValue } from './prepared-text.rules.ts';
import type { LiquidInputs, RenderedLiquid } from './render-liquid.rules.ts';
import { writerFor } from './value-writers.rules.ts';

/*
 * A text that has only words, outputs of plain paths and our own code around a placeholder needs no engine
 * and can't take long, so it is rendered directly. The engine determines whether a text is plain, in a
 * process that can be killed (ADR 7).
 */

/**
 * Longer texts and those with more tags are left to the processes. `MAX_TAGS` also limits the reported
 * missing values.
 */
const MAX_LENGTH = 64 * 1024;
const MAX_TAGS = 100;

/** Larger values are left to the processes too. */
const MAX_VALUE = 8 * 1024;
const MAX_LIST = 1024;

/** The cost of a tag in characters, even if it writes none. */
const TAG_COST = 32;

/** A hyphen at the end would trim white space. */
const NAME = '[A-Za-z_](?:[\\w-]*\\w)?';
const OUTPUT = new RegExp(`^\\{\\{ *(${NAME}(?:\\.${NAME})*) *\\}\\}$`);
const IF = new RegExp(`^\\{% *if +(${NAME}) *%\\}$`);
const END = /^\{% *endif *%\}$/;

/** Names with another meaning in the engine: literals, and members that values have implicitly. */
const reserved: ReadonlySet<string> = new Set([
  ...['true', 'false', 'nil', 'null', 'empty', 'blank', 'not', 'and', 'or', 'contains'],
  ...['size', 'first', 'last'],
  ...Object.getOwnPropertyNames(Object.prototype),
]);

type PlainTag = { path: readonly string[] } | { when: string } | 'end';

const isPlaceholder = (name: string) => !['variables', 'secrets'].includes(name) && !reserved.has(name);

function tagOf(written: string): PlainTag | null {
  if (END.test(written)) return 'end';
  const when = IF.exec(written)?.[1];
  if (when !== undefined) return isPlaceholder(when) ? { when } : null;
  const path = OUTPUT.exec(written)?.[1]?.split('.');
  if (!path || path.some((name) => reserved.has(name))) return null;
  const [root] = path;
  const isKnown = root === 'variables' ? path.length > 1 : path.length === (root === 'secrets' ? 2 : 1);
  return isKnown ? { path } : null;
}

/** Whether all conditions are closed and none is nested. */
function isClosed(tags: readonly PlainTag[]): boolean {
  let isOpen = false;
  for (const tag of tags) {
    const opens = tag !== 'end' && 'when' in tag;
    if (tag === 'end' ? !isOpen : opens && isOpen) return false;
    if (tag === 'end' || opens) isOpen = opens;
  }
  return !isOpen;
}

/** The inputs for the texts of one job, which share the budget. */
export interface PlainInputs extends Pick<LiquidInputs, 'variables' | 'placeholders'> {
  budget: OutputBudget;
}

/** Renders the text as the engine would; `null` if the engine is needed. */
export type RenderPlain = (escaping: LiquidEscape, inputs: PlainInputs) => RenderedLiquid | null;

/** `pieces` are words, tag, words, … words. Returns null unless they really make up this text. */
export function preparePlain(text: string, pieces: readonly string[]): RenderPlain | null {
  if (text.length > MAX_LENGTH || pieces.length > 2 * MAX_TAGS + 1 || pieces.join('') !== text) return null;
  const words = pieces.filter((_, i) => i % 2 === 0);
  const tags = pieces.filter((_, i) => i % 2 === 1).map(tagOf);
  if (words.some((word) => word.includes('{{') || word.includes('{%'))) return null;
  if (!tags.every((tag) => tag !== null) || !isClosed(tags)) return null;
  return (escaping, inputs) => render({ text, words, tags }, escaping, inputs);
}

interface PlainText {
  text: string;
  words: readonly string[];
  tags: readonly PlainTag[];
}

/** Thrown when a value needs the full Liquid engine. */
class NotPlainError extends Error {}

const isPlainObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' &&
  value !== null &&
  [Object.prototype, null].includes(Object.getPrototypeOf(value)) &&
  typeof (value as { toJSON?: unknown }).toJSON !== 'function';

/** Lists and strings have implicit members, so looking into them is left to the engine. */
function lookUp(variables: JsonObject, path: readonly string[]): unknown {
  let value: unknown = variables;
  for (const name of path) {
    if (value === undefined || value === null) return value;
    if (!isPlainObject(value)) throw new NotPlainError();
    value = Object.hasOwn(value, name) ? value[name] : undefined;
  }
  return value;
}

/** The value as a process would have received it. */
function asSent(value: unknown): unknown {
  if (value === undefined || value === null || typeof value === 'boolean') return value;
  if (typeof value === 'string' && value.length <= MAX_VALUE) return value;
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  if (typeof value !== 'object' || sizeOf(value, MAX_LIST) > MAX_LIST) throw new NotPlainError();
  return JSON.parse(JSON.stringify(value));
}

function render(
  { text, words, tags }: PlainText,
  escaping: LiquidEscape,
  { variables, placeholders, budget }: PlainInputs,
): RenderedLiquid | null {
  const { left } = budget;
  const writer = writerFor(escaping, text);
  const emitter = new PieceEmitter(budget, writer);
  const missing = new Set<string>();
  const write = (value: unknown) => {
    if (writer) emitter.write(new OutputValue(value));
    else emitter.write(escaping === 'html' ? escapeAsLiquid(textOf(value)) : value);
  };
  const output = (path: readonly string[]) => {
    const [root = '', ...rest] = path;
    if (root === 'secrets') return emitter.write(new SecretMark(rest[0] ?? ''));
    if (root === 'variables') {
      const value = asSent(lookUp(variables, rest));
      if (value === undefined) missing.add(pathText(path));
      return write(value);
    }
    const placeholder = Object.hasOwn(placeholders, root) ? placeholders[root] : undefined;
    if (!placeholder) throw new NotPlainError();
    if (escaping === 'html') emitter.write(placeholder.html);
    else write(placeholder.text);
  };
  let isShown = true;
  try {
    for (const [i, word] of words.entries()) {
      const tag = tags[i];
      if (isShown) emitter.write(word);
      if (tag === undefined) continue;
      budget.left -= TAG_COST;
      if (tag === 'end') isShown = true;
      else if ('when' in tag) isShown = Object.hasOwn(placeholders, tag.when);
      else if (isShown) output(tag.path);
    }
    return { ...emitter.end(), missing: [...missing] };
  } catch {
    // The engine reports any error in its own words.
    budget.left = left;
    return null;
  }
}
