/** Matches one `{{ … }}` or `{% name … %}`. */
const PIECE = /\{\{-?([\s\S]*?)-?\}\}|\{%-?\s*(\w*)([\s\S]*?)-?%\}/g;
const STRINGS = /"[^"]*"|'[^']*'/g;

/** Output inside these does not count, because it is never shown or not always shown. */
const NEVER = new Set(['comment', 'raw', 'capture', 'for', 'tablerow']);
const CHOICES = new Set(['if', 'unless', 'case']);
const BRANCHES = new Set(['elsif', 'when', 'else']);

interface OpenTag {
  name: string;
  /** Whether the current branch outputs it, and whether all previous ones do. */
  shows: boolean;
  allShow: boolean;
  hasElse: boolean;
}

// Anything between `case` and its first branch is ignored.
const block = (name: string): OpenTag => ({ name, shows: name === 'case', allShow: true, hasElse: false });

const ENDS_EARLY = /\b(?:break|continue)\b/;

/** Whether the tag assigns another value to the name, or ends the text before it is output. */
const preventsOutput = (names: readonly string[], name: string, rest: string) =>
  (!CHOICES.has(name) && !BRANCHES.has(name) && names.some((each) => rest.includes(each))) ||
  ENDS_EARLY.test(name === 'liquid' ? rest : name);

/**
 * Whether every path through a Liquid text outputs the value of one of the names: directly, not in a loop,
 * and in every branch of a condition (contract: Layouts 11). Stricter than Liquid, never looser.
 */
export function alwaysOutputs(text: string, names: readonly string[]): boolean {
  const open: OpenTag[] = [block('')];
  let skipped: string | null = null;
  for (const [, output, name = '', rest = ''] of text.matchAll(PIECE)) {
    const inner = open.at(-1) as OpenTag;
    if (/["']/.test((output ?? rest).replace(STRINGS, ''))) return false;
    if (skipped !== null) {
      if (name === `end${skipped}`) skipped = null;
    } else if (output !== undefined) {
      if (names.includes(output.trim()) && !open.some(({ name }) => NEVER.has(name))) inner.shows = true;
    } else if (preventsOutput(names, name, rest)) return false;
    else if (name === 'comment' || name === 'raw') skipped = name;
    else if (CHOICES.has(name) || NEVER.has(name)) open.push(block(name));
    else if (BRANCHES.has(name)) {
      inner.allShow &&= inner.shows;
      inner.shows = false;
      inner.hasElse ||= name === 'else';
    } else if (name === `end${inner.name}`) {
      open.pop();
      const outer = open.at(-1);
      if (outer && inner.hasElse && inner.allShow && inner.shows) outer.shows = true;
    }
  }
  return open.length === 1 && open[0]?.shows === true;
}
