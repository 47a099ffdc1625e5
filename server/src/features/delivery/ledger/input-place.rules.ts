import type { SealPlace } from '../../../kernel/ports.ts';

/** What a step's input, and the plan that takes its place, is sealed to: its execution and nothing else. */
export const inputPlace = (executionId: string): SealPlace => ({ table: 'step_inputs', name: executionId });
