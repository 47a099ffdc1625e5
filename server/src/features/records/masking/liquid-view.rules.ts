/** Stands for a character of a Liquid tag in the copies below; a private-use character, no syntax knows it. */
export const FILL = '\ue000';

/** A text and two copies of the same length, so that what is found in a copy has its place in the text. */
export interface LiquidView {
  text: string;
  /** Every Liquid tag filled: quotes and slashes inside a tag are not those of the text. */
  outer: string;
  /** The same, but quoted words inside tags show: `{{ x | default: "sk_live_…" }}` holds a literal. */
  literal: string;
}

/** A quoted word that is no member access: `variables["token"]` names, it does not hold. */
const QUOTED = /(?<!\[\s{0,4})(["'])([^"']*)\1/g;
function withLiterals(tag: string): string {
  let result = '';
  let from = 0;
  for (const match of tag.matchAll(QUOTED)) {
    const start = match.index + 1;
    const word = match[2] as string;
    result += FILL.repeat(start - from) + word;
    from = start + word.length;
  }
  return result + FILL.repeat(tag.length - from);
}

export function liquidView(text: string): LiquidView {
  const outer: string[] = [];
  const literal: string[] = [];
  // Looking for a closing sign only where one still comes keeps a text full of openings linear.
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
    outer.push(plain, FILL.repeat(end - at));
    literal.push(plain, withLiterals(text.slice(at, end)));
    from = end;
    at = end - 1;
  }
  const rest = text.slice(from);
  return { text, outer: withoutMarks(outer.join('') + rest), literal: withoutMarks(literal.join('') + rest) };
}

/** In history a reference reads `[secret:NAME]`, and is as little a credential as the reference was. */
const MARK = /\[secret:[A-Za-z_]\w{0,99}\]/g;
const withoutMarks = (copy: string) =>
  copy.includes('[secret:') ? copy.replace(MARK, (mark) => FILL.repeat(mark.length)) : copy;
