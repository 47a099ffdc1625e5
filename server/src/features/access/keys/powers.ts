import { levelsUpTo } from '../../../kernel/access-levels.ts';
import type { KeyedContext } from '../../../kernel/operation.ts';
import type { BudgetState } from '../../../kernel/ports.ts';

const shown = ({ limit, windowSeconds, remaining, resetsAt }: BudgetState) => ({
  limit,
  windowSeconds,
  remaining,
  resetsAt,
});

/** What a key may do and how much of it is left. */
export async function readKeyPowers(ctx: KeyedContext) {
  const execute = await ctx.budgets.peek('execute', ctx.key.id);
  return {
    level: ctx.key.level,
    can: levelsUpTo(ctx.key.level),
    limits: { requests: shown(ctx.requestBudget), execute: shown(execute) },
  };
}
