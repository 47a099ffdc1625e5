/** One `{{ … }}` or `{% name … %}`. */
const PIECE = /\{\{-?([\s\S]*?)-?\}\}|\{%-?\s*(\w*)([\s\S]*?)-?%\}/g;
const STRINGS = /"[^"]*"|'[^']*'/g;

/** Nothing in them counts: it is not shown, or only now and then. */
const NEVER = new Set(['comment', 'raw', 'capture', 'for', 'tablerow']);
const CHOICES = new Set(['if', 'unless', 'case']);
const BRANCHES = new Set(['elsif', 'when', 'else']);

interface OpenTag {
  name: string;
  /** Whether the present branch shows it, and whether all before it do. */
  shows: boolean;
  allShow: boolean;
  hasElse: boolean;
}

// Nothing stands between `case` and its first branch.
const block = (name: string): OpenTag => ({ name, shows: name === 'case', allShow: true, hasElse: false });

const ENDS_EARLY = /\b(?:break|continue)\b/;

/** Whether the tag assigns the name another value, or ends the text before it is shown. */
const preventsOutput = (names: readonly string[], name: string, rest: string) =>
  (!CHOICES.has(name) && !BRANCHES.has(name) && names.some((each) => rest.includes(each))) ||
  ENDS_EARLY.test(name === 'liquid' ? rest : name);

/**
 * Whether every way through a Liquid text shows the value of one of the names: as a plain output, not in a loop, and
 * in every branch where there are several (contract: Layouts 11). Stricter than Liquid, never looser.
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
