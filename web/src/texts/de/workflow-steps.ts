import type { Texts } from '../en/index.ts';
import { plural } from '../grammar/plural.ts';

export const workflowSteps: Texts['workflowSteps'] = {
  willFail: (count) =>
    plural('de', count, {
      one: 'In # Workflow-Schritt verwendet, der dann fehlschlägt:',
      other: 'In # Workflow-Schritten verwendet, die dann fehlschlagen:',
    }),
  inWorkflow: (workflow, steps) =>
    plural('de', steps, { one: `${workflow} (# Schritt)`, other: `${workflow} (# Schritte)` }),
  unnamed: (stepId) => `Schritt ${stepId}`,
  more: (count) => plural('de', count, { one: 'und # weiterer', other: 'und # weitere' }),
};
