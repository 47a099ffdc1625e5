import { MASK } from './mask.rules.ts';

/** `matchAll` would copy the pattern each time, and trees have thousands of short texts. */
export function allMatches(pattern: RegExp, text: string): RegExpExecArray[] {
  const found: RegExpExecArray[] = [];
  pattern.lastIndex = 0;
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
    found.push(match);
    if (match[0] === '') pattern.lastIndex++;
  }
  return found;
}

/** A span of a text to hide; `mask` where something other than plain asterisks must replace it. */
export interface TextSpan {
  start: number;
  end: number;
  mask?: string;
}

/** A span to hide; where two overlap, the heavier one's mask is shown. */
export interface MaskSpan extends TextSpan {
  weight?: number;
}

/**
 * Sorted and without overlaps. A span inside another is hidden with it; two that partly overlap become one, and
 * neither mask may show a piece of the other.
 */
export function resolveOverlaps(spans: readonly MaskSpan[]): MaskSpan[] {
  const result: MaskSpan[] = [];
  for (const span of spans.toSorted((a, b) => a.start - b.start || b.end - a.end || heavier(b, a))) {
    const last = result.at(-1);
    if (last === undefined || span.start >= last.end) {
      result.push({ ...span });
      continue;
    }
    const more = heavier(span, last);
    if (more > 0) {
      last.mask = span.mask ?? MASK;
      last.weight = span.weight ?? 0;
    } else if (more === 0 && span.end > last.end) last.mask = MASK;
    last.end = Math.max(last.end, span.end);
  }
  return result;
}

const heavier = (a: MaskSpan, b: MaskSpan) => (a.weight ?? 0) - (b.weight ?? 0);
