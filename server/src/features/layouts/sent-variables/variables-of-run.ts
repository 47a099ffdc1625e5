import { invalidField } from '../../../kernel/fields.ts';
import { isUuid } from '../../../kernel/id.ts';
import type { JsonObject } from '../../../kernel/json.ts';
import { message } from '../../../kernel/messages/message.ts';
import type { Context } from '../../../kernel/operation.ts';
import { maskSteps, stepOfExecution } from './recent-steps.ts';

/** What an execution of a layout was given, masked, for a preview with real data (contract: Layouts 17). */
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
