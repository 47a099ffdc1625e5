import type { TextPieces } from './cut-text.rules.ts';

export interface LiquidOutput {
  /** The path as written: `variables.order.name`. */
  path: string;
  hasDefault: boolean;
  /** Its offset in the text. */
  from: number;
  to: number;
}

export interface LiquidFacts {
  /** Outputs of one value each; a value composed of several has no path. */
  outputs: LiquidOutput[];
  /** Every root name that is looked up. */
  names: string[];
  /** Names that the text assigns. */
  assigned: string[];
  /** Paths that a condition tests. */
  tested: string[];
  hasTags: boolean;
}

/** Longer code is unusual and not parsed. */
const MAX_CODE = 500;

const STRINGS = /"[^"]*"|'[^']*'/g;
const LOOKUP = /(?<![\w.\]-])[A-Za-z_][\w-]*(?:\.[\w-]+\??|\[[^\]]*\])*/g;
const ONE_PATH = /^[A-Za-z_][\w-]*(?:\.[\w-]+\??|\[\d+\])*$/;
const LABEL = /[A-Za-z_]\w*\s*:/g;
const keywords: ReadonlySet<string> = new Set([
  ...['true', 'false', 'nil', 'null', 'empty', 'blank', 'and', 'or', 'not', 'contains', 'in', 'reversed'],
  ...['forloop', 'tablerowloop'],
]);
const conditions: ReadonlySet<string> = new Set(['if', 'elsif', 'unless', 'case', 'when']);
const assigningTags: ReadonlySet<string> = new Set(['capture', 'increment', 'decrement']);

const nothing = (): LiquidFacts => ({ outputs: [], names: [], assigned: [], tested: [], hasTags: false });

/** Paths in a value without filters; quoted strings don't count. */
const lookupsIn = (value: string) =>
  (value.replace(STRINGS, '""').match(LOOKUP) ?? []).filter((path) => !keywords.has(nameOf(path)));

const nameOf = (path: string) => /^[\w-]+/.exec(path)?.[0] ?? path;

/** Parses a value with filters, split at the bars. */
function readValue(code: string, facts: LiquidFacts): { path: string | null; hasDefault: boolean } {
  const [value = '', ...filters] = code.replace(STRINGS, '""').split('|');
  const arguments_ = filters.map((filter) => filter.slice(filter.indexOf(':') + 1 || filter.length));
  for (const part of [value, ...arguments_.map((each) => each.replace(LABEL, ' '))])
    facts.names.push(...lookupsIn(part).map(nameOf));
  const path = value.trim();
  return {
    path: ONE_PATH.test(path) && !keywords.has(path) ? path : null,
    hasDefault: filters.some((filter) => /^\s*default\b/.test(filter)),
  };
}

function readTag(code: string, facts: LiquidFacts): void {
  const [, name = '', rest = ''] = /^\s*(\w+)\s*([\s\S]*)$/.exec(code) ?? [];
  const assignment = /^([\w-]+)\s*(?:=|\sin\s)\s*([\s\S]*)$/.exec(rest);
  if (name === 'liquid') for (const line of rest.split('\n')) readTag(line, facts);
  else if (conditions.has(name)) readCondition(rest, facts);
  else if (assigningTags.has(name)) facts.assigned.push(nameOf(rest));
  else if ((name === 'assign' || name === 'for' || name === 'tablerow') && assignment) {
    facts.assigned.push(assignment[1] ?? '');
    readValue((assignment[2] ?? '').replace(LABEL, ' '), facts);
  } else if (name === 'echo') readValue(rest, facts);
}

function readCondition(code: string, facts: LiquidFacts): void {
  const paths = lookupsIn(code);
  facts.tested.push(...paths);
  facts.names.push(...paths.map(nameOf));
}

/** Parses Liquid without braces: a condition, or the list of a loop. */
export function readExpression(code: string): LiquidFacts {
  const facts = nothing();
  if (code.length <= MAX_CODE) readCondition(code, facts);
  return facts;
}

/** The names that a text reads and assigns. */
export function readLiquid(pieces: TextPieces | null): LiquidFacts {
  const facts = nothing();
  let at = 0;
  for (const { isLiquid, text } of pieces ?? []) {
    const from = at;
    at += text.length;
    if (!isLiquid || text.length > MAX_CODE) continue;
    const code = text.slice(2, -2).replace(/^-|-$/g, '');
    if (text.startsWith('{%')) {
      facts.hasTags = true;
      readTag(code, facts);
      continue;
    }
    const { path, hasDefault } = readValue(code, facts);
    if (path !== null) facts.outputs.push({ path, hasDefault, from, to: at });
  }
  return facts;
}
