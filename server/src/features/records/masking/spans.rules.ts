import { MASK } from './mask.rules.ts';

/** Replaces `matchAll`, which would copy the pattern for each of the thousands of short texts in a tree. */
export function allMatches(pattern: RegExp, text: string): RegExpExecArray[] {
  const found: RegExpExecArray[] = [];
  pattern.lastIndex = 0;
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
    found.push(match);
    if (match[0] === '') pattern.lastIndex++;
  }
  return found;
}

/** A span of text to hide; `mask` is set if something other than plain asterisks must replace it. */
export interface TextSpan {
  start: number;
  end: number;
  mask?: string;
}

/** A span to hide; if two overlap, the heavier one's mask is shown. */
export interface MaskSpan extends TextSpan {
  weight?: number;
}

/**
 * Sorts spans and resolves overlaps. A span inside another is hidden with it. Two that partly overlap become
 * one, and neither mask may show a piece of the other.
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
