import { levelsUpTo } from '../../../kernel/access-levels.ts';
import type { KeyedContext } from '../../../kernel/operation.ts';
import type { BudgetState } from '../../../kernel/ports.ts';

const viewBudget = ({ limit, windowSeconds, remaining, resetsAt }: BudgetState) => ({
  limit,
  windowSeconds,
  remaining,
  resetsAt,
});

/** The level of a key and its remaining budgets. */
export async function readKeyPowers(ctx: KeyedContext) {
  const { id, recipientSearch } = ctx.key;
  const [execute, lookup] = await Promise.all([
    ctx.budgets.peek('execute', id),
    recipientSearch ? ctx.budgets.peek('lookup', id) : null,
  ]);
  return {
    level: ctx.key.level,
    can: levelsUpTo(ctx.key.level),
    limits: {
      requests: viewBudget(ctx.requestBudget),
      execute: viewBudget(execute),
      ...(lookup && { lookup: viewBudget(lookup) }),
    },
  };
}
