import type { FieldProblem, PropertyPath } from '../../../kernel/fields.ts';
import { type Message, textOf } from '../../../kernel/messages/message.ts';
import type { MarkedDesign } from '../design/compile-design.rules.ts';
import { withoutPosition } from '../liquid/liquid-text-error.rules.ts';

/** The offset of a problem in the page; columns count code points. */
function offsetIn(html: string, { code, params }: Message): number | null {
  if (code !== 'liquid_at') return null;
  const { line, column } = params;
  const lines = html.split('\n', Number(line));
  const last = [...(lines.pop() ?? '')].slice(0, Number(column) - 1).join('');
  return lines.reduce((sum, each) => sum + each.length + 1, 0) + last.length;
}

/**
 * Attributes a rendering problem to the text that it occurred in, if the page's marks identify it; otherwise
 * to the whole design.
 */
export function problemAtBlock(
  reason: Message,
  path: PropertyPath,
  { html, word, places }: Pick<MarkedDesign, 'html' | 'word' | 'places'>,
): FieldProblem {
  const at = offsetIn(html, reason);
  if (at === null) return { path, reason };
  let open: [number: string, field: string] | null = null;
  for (const mark of html.matchAll(new RegExp(`<!--(/?)${word}(\\d+)(?: ([\\w.]+))?-->`, 'g'))) {
    if (mark.index > at) break;
    const [, isEnd, number = '', field = ''] = mark;
    open = isEnd ? null : [number, field];
  }
  const place = open && places[Number(open[0])];
  if (!open || !place) return { path, reason };
  const steps = open[1].split('.').map((step) => (/^\d+$/.test(step) ? Number(step) : step));
  // The line number refers to the generated page.
  return { path: [...path, ...place, ...steps], reason: withoutPosition(reason) };
}

/**
 * Compiled pages have line numbers that the author has never seen, once as HTML and once as text. Their
 * problems are reported once and without line numbers.
 */
export function problemsForAuthor(problems: readonly FieldProblem[], bodyField: 'bodyDesign' | 'body') {
  const told = problems.map(({ path, reason }) => ({
    path,
    reason: path[0] === bodyField ? withoutPosition(reason) : reason,
  }));
  const isFirst = ({ path, reason }: FieldProblem, i: number) =>
    told.findIndex(
      (other) => textOf(other.reason) === textOf(reason) && other.path.join() === path.join(),
    ) === i;
  return { problems: told.filter(isFirst) };
}
