import type { JsonObject } from 'outstep/kernel/json.ts';
import { useMemo } from 'react';
import type { SentVariables } from '../text/sent-variables.rules.ts';
import type { DataChoice } from './data-choice.ts';
import { fillIn } from './fill-in.rules.ts';
import { shapeData } from './shape-data.rules.ts';

/** The variables that were chosen to look at the email with; `null` for the test variables. */
export function useCanvasData(
  choice: DataChoice,
  samples: JsonObject,
  sent: SentVariables,
): JsonObject | null {
  return useMemo(() => {
    if (choice.of === 'run') return choice.run.variables;
    return choice.of === 'shape' ? shapeData(choice.shape, fillIn(samples, sent)) : null;
  }, [choice, samples, sent]);
}
