import { z } from 'zod';
import { internalFault, Refusal } from '../../kernel/error.ts';
import { invalidField, parseFields } from '../../kernel/fields.ts';
import type { Caller, ContextFor, Gate } from '../calls/gate.ts';
import { invoke } from '../calls/invoke.ts';
import type { ServedTool } from './tool-list.ts';

export type Arguments = Record<string, unknown>;

/** The result as JSON text, or the one sentence of a failure. */
export interface ToolResult {
  text: string;
  isError: boolean;
}

export interface ToolCallerOptions {
  gate: Gate;
  contextFor: ContextFor;
}

export type CallTool = (
  tool: ServedTool,
  caller: Caller,
  args: Arguments,
  onFault: (error: unknown) => void,
) => Promise<ToolResult>;

/** The arguments that name the record; over REST they are path segments. */
function pathOf({ operation, pathMembers }: ServedTool, args: Arguments): Record<string, string> {
  const path: Record<string, string> = {};
  for (const name of pathMembers) {
    const value = Object.hasOwn(args, name) ? args[name] : undefined;
    // In a tool call, a version is a number.
    const isTaken = Number.isSafeInteger(value) && operation.input.shape[name]?.safeParse(value).success;
    if (isTaken) path[name] = String(value);
    else if (typeof value !== 'string') {
      // Reports all other problems too, so that they can be fixed at once.
      parseFields(z.strictObject(operation.input.shape), args);
      throw invalidField(name, 'must be text');
    } else path[name] = value;
  }
  return path;
}

export function createToolCaller({ gate, contextFor }: ToolCallerOptions): CallTool {
  async function run(tool: ServedTool, caller: Caller, args: Arguments): Promise<string> {
    const { operation, fieldsFirst } = tool;
    if (operation.budget === 'execute') await gate.spend('execute', caller.key);
    const ctx = contextFor(caller, 'mcp', null);
    const call = { path: pathOf(tool, args), fields: args, fieldsFirst, ifMatch: null, strict: true };
    const { answer } = await invoke(operation, ctx, call);
    const view = operation.tool?.view;
    return JSON.stringify(view ? await view.of(answer.value, ctx) : answer.value);
  }

  return async (tool, caller, args, onFault) => {
    try {
      return { text: await run(tool, caller, args), isError: false };
    } catch (error) {
      if (error instanceof Refusal) return { text: error.message, isError: true };
      // Messages of drivers and libraries must not reach the model: they go to the log.
      onFault(error);
      return { text: internalFault().message, isError: true };
    }
  };
}
