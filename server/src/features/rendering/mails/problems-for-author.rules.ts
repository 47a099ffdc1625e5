import type { FieldProblem } from '../../../kernel/fields.ts';

/**
 * What was compiled has lines that its author has never seen, once as HTML and once as text: a problem in it is told
 * once and without them.
 */
export function problemsForAuthor(problems: readonly FieldProblem[], bodyField: 'bodyDesign' | 'body') {
  const told = problems.map(({ path, reason }) => ({
    path,
    reason: path[0] === bodyField ? reason.replace(/, line \d+, column \d+$/, '') : reason,
  }));
  const isFirst = ({ path, reason }: FieldProblem, i: number) =>
    told.findIndex((other) => other.reason === reason && other.path.join() === path.join()) === i;
  return { problems: told.filter(isFirst) };
}
