/**
 * Replaces the characters of Liquid tags in the copies below. It is a private-use character, so no syntax
 * contains it.
 */
export const TAG_PLACEHOLDER = '\ue000';

/** A text and two copies of the same length, so that positions in a copy are valid in the text. */
export interface LiquidView {
  text: string;
  /** Liquid tags are filled, because their quotes and slashes do not belong to the text. */
  outer: string;
  /** The same, but quoted words in tags are kept: `{{ x | default: "sk_live_…" }}` contains a literal. */
  literal: string;
}

/** A quoted word that is not a member access: `variables["token"]` is only a name. */
const QUOTED = /(?<!\[\s{0,4})(["'])([^"']*)\1/g;
function withLiterals(tag: string): string {
  let result = '';
  let from = 0;
  for (const match of tag.matchAll(QUOTED)) {
    const start = match.index + 1;
    const word = match[2] as string;
    result += TAG_PLACEHOLDER.repeat(start - from) + word;
    from = start + word.length;
  }
  return result + TAG_PLACEHOLDER.repeat(tag.length - from);
}

export function liquidView(text: string): LiquidView {
  const outer: string[] = [];
  const literal: string[] = [];
  // Searching for an end only if one follows keeps text full of tag starts linear.
  const lastOutput = text.lastIndexOf('}}');
  const lastTag = text.lastIndexOf('%}');
  let from = 0;
  for (let at = text.indexOf('{'); at >= 0; at = text.indexOf('{', at + 1)) {
    const sign = text[at + 1];
    if (sign !== '{' && sign !== '%') continue;
    if ((sign === '{' ? lastOutput : lastTag) < at + 2) continue;
    const closing = text.indexOf(sign === '{' ? '}}' : '%}', at + 2);
    const end = closing + 2;
    const plain = text.slice(from, at);
    outer.push(plain, TAG_PLACEHOLDER.repeat(end - at));
    literal.push(plain, withLiterals(text.slice(at, end)));
    from = end;
    at = end - 1;
  }
  const rest = text.slice(from);
  return { text, outer: withoutMarks(outer.join('') + rest), literal: withoutMarks(literal.join('') + rest) };
}

/** History shows a reference as `[secret:NAME]`, which is not a credential either. */
const MARK = /\[secret:[A-Za-z_]\w{0,99}\]/g;
const withoutMarks = (copy: string) =>
  copy.includes('[secret:') ? copy.replace(MARK, (mark) => TAG_PLACEHOLDER.repeat(mark.length)) : copy;
