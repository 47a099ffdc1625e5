import { z } from 'zod';
import { operatorOperation } from '../../../kernel/operation.ts';

export const exportSignIns = operatorOperation({
  name: 'export_sign_ins',
  summary:
    'Print who signed in or could not, and what changed of how, of all people, each as JSON on a line.',
  command: {
    words: ['audit', 'sign-ins'],
    store: 'none',
    table: { member: 'sign-ins', columns: [], format: 'json-lines' },
  },
  input: z.object({}),
  output: z.object({ 'sign-ins': z.unknown() }),
  run: async ({ people }) => ({ value: { 'sign-ins': people.events() } }),
});
