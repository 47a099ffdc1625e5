import { type FieldProblem, fieldName } from '../../../kernel/fields.ts';
import { textOf } from '../../../kernel/messages/message.ts';
import type { Context } from '../../../kernel/operation.ts';
import type { AnyPlatformAction } from '../../../kernel/platform-action.ts';
import type { FlowCall } from './calls.ts';
import {
  genericFields,
  readActionInput,
  templatesIn,
  toFlowFieldPath,
  withoutTemplates,
} from './properties.ts';

/** This call is about a step and is not a step itself, so no action may have this handle. */
export const VALIDATE = 'validate';

/** A problem in the format of Flow's response. */
interface FlowProblem {
  property: string;
  message: string;
}

interface StepCheck {
  problems: { field: string; reason: string }[];
}

/** Problems with the step itself; fields that Flow fills at run time are not checked. */
function ownProblems(action: AnyPlatformAction, { stepId, properties }: FlowCall): FieldProblem[] {
  const templates = new Set(templatesIn(properties));
  const generic = genericFields(withoutTemplates(properties));
  return readActionInput(action, { runId: VALIDATE, stepId }, generic).problems.filter(
    ({ path }) => path[0] !== 'properties' || !templates.has(String(path[1])),
  );
}

/** Records that the step refers to but the store does not have. */
async function missingRecords(
  actions: readonly AnyPlatformAction[],
  ctx: Context,
  { stepId, properties }: FlowCall,
): Promise<FlowProblem[]> {
  const { layoutId, requestId, senderId, workflow } = genericFields(withoutTemplates(properties)).fields;
  const named: Record<string, unknown> = { layoutId, requestId, senderId };
  const validate = actions.find(({ name }) => name === VALIDATE);
  const input = validate?.input.safeParse({ stepId, workflow, ...named });
  if (!validate || !input?.success) return [];
  const { value } = await validate.run(ctx, input.data);
  return (value as StepCheck).problems
    .filter(({ field }) => named[field] !== undefined)
    .map(({ field, reason }) => ({ property: fieldName(toFlowFieldPath([field])), message: reason }));
}

/** The problems of a configured step, in the format of Flow's response. */
export async function checkStep(
  actions: readonly AnyPlatformAction[],
  ctx: Context,
  call: FlowCall,
  action: AnyPlatformAction,
) {
  const own = ownProblems(action, call).map(({ path, reason }) => ({
    property: fieldName(path),
    message: textOf(reason),
  }));
  const errors = [...own, ...(await missingRecords(actions, ctx, call))];
  return { valid: errors.length === 0, errors };
}
