import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { Json, JsonObject } from '../../../kernel/json.ts';
import { sizeOf } from '../../../kernel/offloaded-task.ts';
import type { Context } from '../../../kernel/operation.ts';
import { isPlainObject } from '../../../kernel/plain-object.ts';
import { allSecrets } from '../../access/secrets/resolve-secrets.ts';
import {
  type InputLimits,
  inputOfExecution,
  type RecentInput,
  recentInputsOf,
  recentInputsOfMails,
} from '../../delivery/ledger/recent-inputs.store.ts';
import { contentOfInput, stepInputSealContext } from '../../delivery/ledger/step-input.rules.ts';
import type { PersonalValue } from '../../records/masking/known-values.rules.ts';
import { maskVariables, type StepVariables } from './mask-variables.rules.ts';

type RecentStepsContext = Pick<Context, 'db' | 'vault'>;

export interface RecentStep extends Omit<RecentInput, 'sealed'>, StepVariables {}

/** A planned email includes its pages. Unsealing four megabytes of them takes about forty milliseconds. */
const MOST: InputLimits = { steps: 100, bytes: 4 * 1024 * 1024 };
const AT_ONCE = 8;

/** The people that a step, or the plan that replaced it, is addressed to. */
function peopleIn(content: JsonObject): PersonalValue[] {
  const lists = ['to', 'cc', 'bcc', 'messages'].map((name) => content[name]);
  return lists.flatMap((list) => (Array.isArray(list) ? list : [])).flatMap(personalOf);
}

function personalOf(recipient: Json): PersonalValue[] {
  if (!isPlainObject(recipient)) return [];
  const { name, address } = recipient as JsonObject;
  return [
    ...(typeof address === 'string' ? [{ kind: 'email' as const, value: address }] : []),
    ...(typeof name === 'string' && name !== '' ? [{ kind: 'name' as const, value: name }] : []),
  ];
}

/** The stored inputs of the latest steps, newest first and unmasked. */
async function openAll({ vault }: RecentStepsContext, inputs: readonly RecentInput[]): Promise<RecentStep[]> {
  if (inputs.length === 0) return [];
  const open = await vault.unlock();
  const steps: RecentStep[] = [];
  for (const { sealed, ...row } of inputs) {
    const content = contentOfInput(open.open(stepInputSealContext(row.executionId), sealed));
    const variables = isPlainObject(content['variables']) ? (content['variables'] as JsonObject) : {};
    if (steps.push({ ...row, variables, personal: peopleIn(content) }) % AT_ONCE === 0)
      await yieldToEventLoop();
  }
  return steps;
}

export const recentStepsOf = async (
  ctx: RecentStepsContext,
  layoutId: string,
  most: Partial<InputLimits> = {},
) => openAll(ctx, await recentInputsOf(ctx.db, layoutId, { ...MOST, ...most }));

export const recentStepsOfStore = async (ctx: RecentStepsContext) =>
  openAll(ctx, await recentInputsOfMails(ctx.db, MOST));

/** The step of one execution of a layout; `null` if its input is not stored. */
export async function stepOfExecution(ctx: RecentStepsContext, layoutId: string, executionId: string) {
  const input = await inputOfExecution(ctx.db, executionId, layoutId);
  return input && ((await openAll(ctx, [input]))[0] ?? null);
}

/** Masking takes about ten microseconds per character on a busy machine. */
const MOST_MASKED = 128 * 1024;

/** The newest of these steps with their variables masked, as many as can be masked in about a second. */
export async function maskSteps(
  ctx: Pick<Context, 'db' | 'vault' | 'heavy'>,
  steps: readonly RecentStep[],
  most: number,
): Promise<(Omit<RecentStep, 'personal'> & { variables: JsonObject })[]> {
  let left = MOST_MASKED;
  const taken = steps.slice(0, most).filter(({ variables }, i) => {
    left -= sizeOf(variables, MOST_MASKED);
    return left >= 0 || i === 0;
  });
  if (taken.length === 0) return [];
  const given = taken.map(({ variables, personal }) => ({ variables, personal }));
  const masked = await ctx.heavy(maskVariables, { secrets: await allSecrets(ctx), steps: given });
  return taken.flatMap(({ personal: _, ...step }, i) => {
    const variables = masked[i];
    return variables ? [{ ...step, variables }] : [];
  });
}
