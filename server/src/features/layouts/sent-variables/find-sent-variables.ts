import type { z } from 'zod';
import { invalidField } from '../../../kernel/fields.ts';
import { isUuid } from '../../../kernel/id.ts';
import type { JsonObject } from '../../../kernel/json.ts';
import { message } from '../../../kernel/messages/message.ts';
import type { Context } from '../../../kernel/operation.ts';
import { hasVariable } from '../content/variables.rules.ts';
import { maskSteps, type RecentStep, recentStepsOfStore, stepOfExecution } from './recent-steps.ts';
import { type SentVariable, sentVariables } from './sent-variables.rules.ts';
import type { sentSteps } from './sent-variables.schema.ts';

/** How many steps to take paths and samples from; masking each takes time. */
const SHOWN_STEPS = 10;

interface FoundSent {
  paths: string[];
  about(path: string): Omit<SentVariable, 'path' | 'kind'> & { kind: SentVariable['kind'] | null };
  steps: z.output<typeof sentSteps>;
}

/**
 * The variables that recent steps of a layout sent; if there are none, those of the store's other layouts.
 */
export async function findSentVariables(
  ctx: Pick<Context, 'db' | 'vault' | 'heavy'>,
  own: readonly RecentStep[],
): Promise<FoundSent> {
  const steps = own.length > 0 ? own : await recentStepsOfStore(ctx);
  const masked = await maskSteps(ctx, steps, SHOWN_STEPS);
  const { variables, isCut } = sentVariables(
    masked.map((step) => step.variables),
    steps.map((step) => step.variables),
  );
  const known = new Map(variables.map(({ path, ...about }) => [path, about]));
  return {
    paths: [...known.keys()],
    /**
     * For a path that only older steps sent, or that Liquid computes (`lines.size`), only the number of steps
     * is known.
     */
    about: (path) =>
      known.get(path) ?? {
        ...{ kind: null, sample: null, entries: null },
        sentBy: steps.filter((step) => hasVariable(path, step.variables)).length,
      },
    steps: {
      count: steps.length,
      since: steps.at(-1)?.createdAt ?? null,
      fromOtherLayouts: own.length === 0 && steps.length > 0,
      truncated: isCut,
    },
  };
}

/** The masked input variables of an execution, for a preview with real data (contract: Layouts 17). */
export async function variablesOfRun(
  ctx: Pick<Context, 'db' | 'vault' | 'heavy'>,
  layoutId: string,
  executionId: string,
  given: JsonObject | undefined,
): Promise<JsonObject> {
  if (given !== undefined) throw invalidField('executionId', message('not_with_variables'));
  const step = isUuid(executionId) ? await stepOfExecution(ctx, layoutId, executionId) : null;
  const [shown] = step ? await maskSteps(ctx, [step], 1) : [];
  if (!shown) throw invalidField('executionId', message('no_execution_with_variables'));
  return shown.variables;
}
