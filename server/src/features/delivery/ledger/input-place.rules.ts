import type { JsonObject } from '../../../kernel/json.ts';
import type { SealPlace } from '../../../kernel/ports.ts';

/** What a step's input, and the plan that takes its place, is sealed to: its execution and nothing else. */
export const inputPlace = (executionId: string): SealPlace => ({ table: 'step_inputs', name: executionId });

/** What a step holds, of whichever kind and version: for those who look through it and make nothing of its shape. */
export function contentOfInput(text: string): JsonObject {
  const { v: _, ...content }: JsonObject = JSON.parse(text);
  return content;
}
