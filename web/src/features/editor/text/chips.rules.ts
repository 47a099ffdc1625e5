import { splitLiquid } from 'outstep/features/rendering/liquid/cut-liquid.rules.ts';
import type { Json } from 'outstep/kernel/json.ts';
import { valueAt } from '../model/patches.rules.ts';
import { type Scope, stepsOf } from './scope.rules.ts';

const LONGEST = 40;
const VALUE = /^\{\{-?\s*([\w.[\]-]+?)\s*(?:\|\s*([\s\S]*?))?\s*-?\}\}$/;
const DEFAULT = /(?:^|\|)\s*default\s*:\s*(?:"([^"]*)"|'([^']*)')/;

/** Limits a label to the space a chip has. */
export const truncate = (text: string) => (text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text);

/** The parts of a simple chip: `{{ path | filters }}`. */
export function partsOf(code: string): { path: string; filters: string } | null {
  const found = VALUE.exec(code);
  return found ? { path: found[1] ?? '', filters: found[2] ?? '' } : null;
}

export const codeOf = (path: string, filters: string): string =>
  filters.trim() === '' ? `{{ ${path.trim()} }}` : `{{ ${path.trim()} | ${filters.trim()} }}`;

/** A value as text; `null` for lists and objects. */
export function sampleAt(path: string, scope: Scope): string | null {
  const value: Json | undefined = valueAt(scope, stepsOf(path));
  return value === null || value === undefined || typeof value === 'object' ? null : String(value);
}

/**
 * The text of a chip: the rendered value (`filled`, if the engine has run), otherwise the sample without
 * filters, otherwise the default, otherwise the name.
 */
export function labelOf(code: string, scope: Scope, filled?: string): string {
  const parts = partsOf(code);
  if (parts) {
    const sample = sampleAt(parts.path, scope);
    const given = DEFAULT.exec(parts.filters);
    const fallback = given?.[1] ?? given?.[2];
    const said = [filled, sample, fallback].find(
      (each) => each !== null && each !== undefined && each !== '',
    );
    return truncate(said ?? parts.path.replace(/^variables\./, ''));
  }
  if (filled) return truncate(filled);
  const inner = code.replace(/^\{[{%]-?\s*/, '').replace(/\s*-?[}%]\}[\s\S]*$/, '');
  return truncate(inner === '' ? code : inner);
}

export const isTag = (code: string): boolean => code.startsWith('{%');

export interface FoundChip {
  from: number;
  to: number;
  code: string;
}

/** Finds complete Liquid in plain text; unclosed Liquid is ignored. */
export function chipsIn(text: string): FoundChip[] {
  for (
    let end = text.length;
    end > 0;
    end = Math.max(text.lastIndexOf('{{', end - 1), text.lastIndexOf('{%', end - 1))
  ) {
    try {
      return placed(text.slice(0, end));
    } catch {
      // Retries up to where the unclosed Liquid starts.
    }
  }
  return [];
}

function placed(text: string): FoundChip[] {
  const found: FoundChip[] = [];
  let at = 0;
  for (const piece of splitLiquid(text)) {
    const to = at + piece.text.length;
    if (piece.isLiquid) found.push({ from: at, to, code: piece.text });
    at = to;
  }
  return found;
}
