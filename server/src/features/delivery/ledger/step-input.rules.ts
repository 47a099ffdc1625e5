import type { JsonObject } from '../../../kernel/json.ts';
import type { SealContext } from '../../../kernel/ports.ts';

/** Binds a step's sealed input, and the plan that replaces it, to its execution. */
export const stepInputSealContext = (executionId: string): SealContext => ({
  table: 'step_inputs',
  name: executionId,
});

/** The content of an input of any kind and version, for callers that search it and assume no shape. */
export function contentOfInput(text: string): JsonObject {
  const { v: _, ...content }: JsonObject = JSON.parse(text);
  return content;
}
