import { Refusal } from '../../../kernel/error.ts';
import type { JsonObject } from '../../../kernel/json.ts';
import type { OffloadedTask } from '../../../kernel/offloaded-task.ts';
import { createMasker } from '../../records/history/masking.rules.ts';
import type { PersonalValue } from '../../records/masking/known-values.rules.ts';

/** What a step was given, with whom it was for. */
export interface StepVariables {
  variables: JsonObject;
  personal: PersonalValue[];
}

interface MaskInput {
  /** All secrets of the store, because it is unknown which ones the step used. */
  secrets: [string, string][];
  steps: StepVariables[];
}

/** Variables of steps as history would show them: each step knows its own people. */
export const maskVariables: OffloadedTask<MaskInput, (JsonObject | null)[]> = {
  name: 'mask-step-variables',
  run: ({ secrets, steps }) =>
    steps.map(
      ({ variables, personal }) =>
        createMasker({ secrets, personal, within: variables }).tree(variables).value as JsonObject,
    ),
  /** Of what could not be looked through nothing is shown. */
  otherwise({ steps }, why) {
    if (why instanceof Refusal) throw why;
    return steps.map(() => null);
  },
};
