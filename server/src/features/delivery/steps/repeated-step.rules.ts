import { canonicalJson, type JsonObject } from '../../../kernel/json.ts';
import { isPlainObject } from '../../../kernel/plain-object.ts';
import type { ActionType } from '../../records/history/history.schema.ts';
import { contentOfInput } from '../ledger/step-input.rules.ts';

/** The member of a call that names what the step runs. */
const CONFIG_MEMBER: Readonly<Record<ActionType, string>> = { EMAIL: 'layoutId', HTTP_REQUEST: 'requestId' };

/**
 * Members as they were sent. For an email, a plan has replaced the input; a plan by an earlier release has
 * only some of the members.
 */
function membersOf(stored: string): { members: JsonObject; areAll: boolean } {
  const { asked, variables = {}, ...rest } = contentOfInput(stored);
  if (isPlainObject(asked)) return { members: { ...asked, variables }, areAll: true };
  const isPlan = 'messages' in rest;
  return { members: isPlan ? { variables } : { ...rest, variables }, areAll: !isPlan };
}

/** A step as it was received: what it runs, and its stored input; `null` where that is no longer known. */
interface ReceivedStep {
  actionType: ActionType | null;
  actionConfigId: string | null;
  input: string | null;
}

/** Members of a repeated call whose JSON values differ from those of the first (contract: Workflow platforms 10). */
export function differingMembers(first: ReceivedStep, again: ReceivedStep): string[] {
  const differing: string[] = [];
  if (first.actionType !== null && first.actionConfigId !== again.actionConfigId)
    differing.push(CONFIG_MEMBER[first.actionType]);
  if (first.input === null || again.input === null) return differing;
  const [before, now] = [membersOf(first.input), membersOf(again.input)];
  const names = before.areAll ? { ...before.members, ...now.members } : before.members;
  const textOf = ({ members }: typeof now, name: string) => canonicalJson(members[name] ?? null);
  return [...differing, ...Object.keys(names).filter((name) => textOf(before, name) !== textOf(now, name))];
}
