import type { JsonObject } from '../../../kernel/json.ts';
import type { Context } from '../../../kernel/operation.ts';
import { allSecrets } from '../../access/secrets/resolve-secrets.ts';
import { type ExecutionReferences, maskReferences } from '../../records/history/mask-entry.rules.ts';
import { identifyingTexts, wordsOfStep } from '../../records/history/search-words.rules.ts';
import type { PersonalValue } from '../../records/masking/known-values.rules.ts';

/** Personal data that a step was given. */
export interface StepInputData {
  variables?: JsonObject;
  personal?: readonly PersonalValue[];
  /** All secrets of the store, if they were already read. */
  secrets?: [string, string][];
}

type MaskingContext = Pick<Context, 'db' | 'vault' | 'heavy'>;

/**
 * Run, step and workflow as everyone sees them: without the step's input, and without any secret of the
 * store, because it is not known yet which of them the step will use.
 */
async function masked<T extends ExecutionReferences>(
  ctx: MaskingContext,
  references: T,
  { variables = {}, personal = [], secrets }: StepInputData,
) {
  const knowledge = { secrets: secrets ?? (await allSecrets(ctx)), personal, within: variables };
  const values = { references, identifiers: identifyingTexts(variables) };
  const { references: shown, words } = await ctx.heavy(maskReferences, { knowledge, values });
  return { shown: shown as T, words };
}

export const maskedReferences = async <T extends ExecutionReferences>(ctx: MaskingContext, references: T) =>
  (await masked(ctx, references, {})).shown;

/** The references of a step, and the words by which search finds it (contract: History and stats 15). */
export async function shownStep<T extends Record<'runId' | 'stepId' | 'workflow', string | null>>(
  ctx: MaskingContext,
  references: T,
  given: StepInputData = {},
): Promise<{ shown: T; words: string[] }> {
  const { shown, words } = await masked(ctx, references, given);
  return { shown, words: wordsOfStep(shown, words) };
}
