import type { FieldProblem } from '../../../kernel/fields.ts';
import { textOf } from '../../../kernel/messages/message.ts';
import { withoutPosition } from '../liquid/liquid-text-error.rules.ts';

/**
 * What was compiled has lines that its author has never seen, once as HTML and once as text: a problem in it is told
 * once and without them.
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
