import { OperationError } from '../../../kernel/error.ts';
import type { JsonObject } from '../../../kernel/json.ts';
import type { OffloadedTask } from '../../../kernel/offloaded-task.ts';
import { createMasker } from '../../records/history/masking.rules.ts';
import type { PersonalValue } from '../../records/masking/known-values.rules.ts';

/** The input variables of a step, with the people it was addressed to. */
export interface StepVariables {
  variables: JsonObject;
  personal: PersonalValue[];
}

interface MaskInput {
  /** All secrets of the store, because it is unknown which ones the step used. */
  secrets: [string, string][];
  steps: StepVariables[];
}

/** Masks the variables of steps as history would. Each step has its own people. */
export const maskVariables: OffloadedTask<MaskInput, (JsonObject | null)[]> = {
  name: 'mask-step-variables',
  run: ({ secrets, steps }) =>
    steps.map(
      ({ variables, personal }) =>
        createMasker({ secrets, personal, within: variables }).tree(variables).value as JsonObject,
    ),
  /** Shows no part of input that could not be searched. */
  otherwise({ steps }, why) {
    if (why instanceof OperationError) throw why;
    return steps.map(() => null);
  },
};
