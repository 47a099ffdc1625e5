import type { layoutRun } from 'outstep/features/layouts/sent-variables/sent-variables.schema.ts';
import type { JsonObject } from 'outstep/kernel/json.ts';
import type { z } from 'zod';
import type { Wire } from '../../../api/wire.ts';
import type { Shape } from './shape-data.rules.ts';

export type LayoutRun = Wire<z.output<typeof layoutRun>> & { variables: JsonObject };

/** What the email is filled in with while somebody looks at it; nothing of it is saved. */
export type DataChoice = { of: 'tested' } | { of: 'run'; run: LayoutRun } | { of: 'shape'; shape: Shape };

export const testDataChoice: DataChoice = { of: 'tested' };
