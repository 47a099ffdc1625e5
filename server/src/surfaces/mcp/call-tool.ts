import { z } from 'zod';
import { internalError, OperationError } from '../../kernel/error.ts';
import { revisionOfTag } from '../../kernel/etag.ts';
import { invalidField, parseFields } from '../../kernel/fields.ts';
import { message } from '../../kernel/messages/message.ts';
import { extraBudgetOf, type KeyedContext, type PathParams, type Runtime } from '../../kernel/operation.ts';
import type { IdempotentAnswers, StoredAnswer } from '../../kernel/ports.ts';
import type { ApiCaller, ContextFor, Gate } from '../calls/gate.ts';
import { invoke, type OperationCall } from '../calls/invoke.ts';
import { runOnce, textOfCall } from '../calls/run-once.ts';
import { catchTargetFailure, toStoredAnswer } from '../rest/answer.ts';
import { readOwnArguments, type ToolArguments } from './own-arguments.ts';
import type { ServedTool } from './tool-list.ts';

/** The result as JSON text, or the message of a failure. */
export interface ToolResult {
  text: string;
  isError: boolean;
  /** The stable code of a failure, which goes into `_meta` (contract: Tool server 13). */
  code?: string;
  /** Additional remarks about the result, one sentence each. */
  notes?: readonly string[];
}

/** The key in `_meta` of a failed result that contains its code. */
export const CODE_META_KEY = 'outstep/errorCode';

export interface ToolCallerOptions {
  runtime: Pick<Runtime, 'sha256'>;
  gate: Gate;
  contextFor: ContextFor;
  idempotentAnswers(caller: ApiCaller): IdempotentAnswers;
}

export type CallTool = (
  tool: ServedTool,
  caller: ApiCaller,
  args: ToolArguments,
  onFault: (error: unknown) => void,
) => Promise<ToolResult>;

const refused = ({ message, code }: OperationError): ToolResult => ({ text: message, isError: true, code });

const REPLAYED = 'This is the stored answer to an earlier call with this idempotency_key; nothing was done.';

/** The arguments that identify the record; over REST they are path segments. */
function pathOf({ operation, pathMembers }: ServedTool, args: ToolArguments): Record<string, string> {
  const path: PathParams = {};
  for (const name of pathMembers) {
    const value = Object.hasOwn(args, name) ? args[name] : undefined;
    // In a tool call, a version is a number.
    const isTaken = Number.isSafeInteger(value) && operation.input.shape[name]?.safeParse(value).success;
    if (isTaken) path[name] = String(value);
    else if (typeof value !== 'string') {
      // Reports all other problems too, so that they can be fixed at once.
      parseFields(z.strictObject(operation.input.shape), args);
      throw invalidField(name, message('must_be_text'));
    } else path[name] = value;
  }
  return path;
}

/** The remaining arguments; over REST they are in the body. */
function fieldsOf({ pathMembers }: ServedTool, args: ToolArguments): ToolArguments {
  return Object.fromEntries(Object.entries(args).filter(([name]) => !pathMembers.includes(name)));
}

/** The REST response as shown by a tool (contract: Tool server 5). */
async function resultOf(
  { operation: { tool, revised } }: ServedTool,
  ctx: KeyedContext,
  value: unknown,
  etag: string | undefined,
): Promise<string> {
  const shown = tool?.view ? await tool.view.of(value, ctx) : value;
  const revision = revised && etag !== undefined ? { revision: revisionOfTag(etag) } : {};
  return JSON.stringify({ ...(shown as object), ...revision });
}

/** Converts a stored response, including a stored error. */
async function resultOfStored(
  tool: ServedTool,
  ctx: KeyedContext,
  { status, headers, body, replayed }: StoredAnswer & { replayed?: boolean },
): Promise<ToolResult> {
  const value = JSON.parse(body);
  const notes = replayed ? [REPLAYED] : [];
  if (status >= 400) {
    const code = headers['x-error-code'];
    return { text: (value as { error: string }).error, isError: true, notes, ...(code && { code }) };
  }
  return { text: await resultOf(tool, ctx, value, headers['etag']), isError: false, notes };
}

export function createToolCaller(options: ToolCallerOptions): CallTool {
  const { runtime, gate, contextFor, idempotentAnswers } = options;

  async function run(tool: ServedTool, caller: ApiCaller, all: ToolArguments): Promise<ToolResult> {
    const { operation, fieldsFirst } = tool;
    const { ifMatch, sent, refusesRemoval, args } = readOwnArguments(tool.own, all);
    const extra = extraBudgetOf(operation);
    const spend = async () => {
      if (extra) await gate.spend(extra, caller.key);
    };
    // A repeated call uses only the request budget.
    if (!sent) await spend();
    const ctx = { ...contextFor(caller, 'mcp', ifMatch), refusesRemoval };
    const path = pathOf(tool, args);
    const call: OperationCall = { path, fields: fieldsOf(tool, args), fieldsFirst, ifMatch, strict: true };
    if (!sent) {
      const { answer, ignored } = await invoke(operation, ctx, call);
      const notes = ignored.map((name) => `Ignored: ${name}, because its value is unknown.`);
      return { text: await resultOf(tool, ctx, answer.value, answer.etag), isError: false, notes };
    }
    const once = {
      sent,
      calls: () => [textOfCall(operation, call)] as const,
      answers: idempotentAnswers(caller),
      sha256: runtime.sha256,
    };
    const stored = await runOnce(once, async () => {
      await spend();
      return catchTargetFailure(invoke(operation, ctx, call).then(({ answer }) => toStoredAnswer(answer)));
    });
    return resultOfStored(tool, ctx, stored);
  }

  return async (tool, caller, args, onFault) => {
    try {
      return await run(tool, caller, args);
    } catch (error) {
      if (error instanceof OperationError) return refused(error);
      // Messages of drivers and libraries must not reach the model: they go to the log.
      onFault(error);
      return refused(internalError());
    }
  };
}
