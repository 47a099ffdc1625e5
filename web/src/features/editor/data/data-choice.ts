import type { layoutRun } from 'outstep/features/layouts/sent-variables/sent-variables.schema.ts';
import type { JsonObject } from 'outstep/kernel/json.ts';
import { useMemo } from 'react';
import type { z } from 'zod';
import type { Wire } from '../../../api/wire.ts';
import type { SentVariables } from '../text/sent-variables.rules.ts';
import { fillIn } from './fill-in.rules.ts';
import { type Shape, shapeData } from './shape-data.rules.ts';

export type LayoutRun = Wire<z.output<typeof layoutRun>> & { variables: JsonObject };

/** The data the email is previewed with; it is never saved. */
export type DataChoice = { of: 'tested' } | { of: 'run'; run: LayoutRun } | { of: 'shape'; shape: Shape };

export const testDataChoice: DataChoice = { of: 'tested' };

/** The variables chosen for the preview; `null` for the test variables. */
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
