import type { JsonObject } from '../../../kernel/json.ts';
import type { Context } from '../../../kernel/operation.ts';
import { allSecrets } from '../../access/secrets/resolve-secrets.ts';
import { type ExecutionReferences, maskReferences } from '../../records/history/mask-entry.rules.ts';
import type { PersonalValue } from '../../records/masking/known-values.rules.ts';

/** Personal data that a step was given. */
export interface StepInputData {
  variables?: JsonObject;
  personal?: readonly PersonalValue[];
  /** All secrets of the store, where they were read already. */
  secrets?: [string, string][];
}

/**
 * Run, step and workflow as everybody sees them: without what the step was given, and without any secret of the store,
 * as nobody knows yet which of them the step will use.
 */
export async function maskedReferences<T extends ExecutionReferences>(
  ctx: Pick<Context, 'db' | 'vault' | 'heavy'>,
  references: T,
  { variables = {}, personal = [], secrets }: StepInputData = {},
): Promise<T> {
  const knowledge = { secrets: secrets ?? (await allSecrets(ctx)), personal, within: variables };
  return (await ctx.heavy(maskReferences, { knowledge, values: references })) as T;
}
