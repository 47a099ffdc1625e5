import { commonFormsOf } from './encodings.rules.ts';
import { isMask } from './mask.rules.ts';
import type { Span } from './token-shapes.rules.ts';

/**
 * A credential found in one place is also hidden in every other, as it is and as it is usually rewritten.
 * Shorter values and single words are left alone: they would blacken ordinary text.
 */
const MIN_KNOWN = 8;
const WORD = /^[A-Z]?[a-z]{1,14}$/;
export const isTelling = (value: string) => value.length >= MIN_KNOWN && !isMask(value) && !WORD.test(value);
/** Bounds on what is looked for, so that a body full of credentials is still read in linear time. */
const MAX_KNOWN = 256;
const MAX_ALIKE = 4;
const COMPARED = 32;
export type Finder = (text: string) => Span[];

export const findNothing: Finder = () => [];

interface Wanted {
  form: string;
  /** Its beginning, compared before the rest is. */
  probe: string;
}

/** A finder of these values in any text. */
export function knownValues(values: Iterable<string>): Finder {
  const heads = new Map<string, Wanted[]>();
  const filter = new Uint8Array(FILTER_SIZE);
  const seen = new Set<string>();
  let count = 0;
  for (const value of values) {
    if (!isTelling(value) || seen.has(value)) continue;
    if (++count > MAX_KNOWN) break;
    for (const form of commonFormsOf(value)) {
      if (form.length < MIN_KNOWN || seen.has(form)) continue;
      seen.add(form);
      const head = form.slice(0, MIN_KNOWN);
      const alike = heads.get(head) ?? [];
      if (alike.length >= MAX_ALIKE) continue;
      alike.push({ form, probe: form.slice(0, COMPARED) });
      // The longest first, or a value that begins like another would only be hidden in part.
      heads.set(
        head,
        alike.toSorted((a, b) => b.form.length - a.form.length),
      );
      filter[slot(headHash(form))] = 1;
    }
  }
  return heads.size === 0 ? findNothing : (text) => find(text, heads, filter);
}

/** A rolling hash over `MIN_KNOWN` characters tells in one step that no value begins here. */
const FILTER_SIZE = 8_192;
const BASE = 31;
const LEAVING = (BASE ** (MIN_KNOWN - 1)) | 0;
const slot = (hash: number) => (hash ^ (hash >>> 16)) & (FILTER_SIZE - 1);

function headHash(text: string): number {
  let hash = 0;
  for (let i = 0; i < MIN_KNOWN; i++) hash = (Math.imul(hash, BASE) + text.charCodeAt(i)) | 0;
  return hash;
}

function find(text: string, heads: ReadonlyMap<string, Wanted[]>, filter: Uint8Array): Span[] {
  const spans: Span[] = [];
  if (text.length < MIN_KNOWN) return spans;
  let hash = headHash(text);
  let hiddenTo = 0;
  for (let at = 0; ; at++) {
    if (at >= hiddenTo && filter[slot(hash)] === 1) {
      const wanted = heads
        .get(text.slice(at, at + MIN_KNOWN))
        ?.find(({ probe }) => text.startsWith(probe, at));
      if (wanted) {
        let end = at + wanted.probe.length;
        while (end < at + wanted.form.length && text[end] === wanted.form[end - at]) end++;
        spans.push({ start: at, end });
        hiddenTo = end;
      }
    }
    if (at + MIN_KNOWN >= text.length) return spans;
    const left = Math.imul(text.charCodeAt(at), LEAVING);
    hash = (Math.imul(hash - left, BASE) + text.charCodeAt(at + MIN_KNOWN)) | 0;
  }
}
