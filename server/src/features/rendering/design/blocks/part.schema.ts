import { z } from 'zod';
import { schemaMessage } from '../../../../kernel/fields.ts';
import { isUuid } from '../../../../kernel/id.ts';
import { commonFields } from './block.schema.ts';

/** In the sample alone: no store has it. */
const SAMPLE_ID = '00000000-0000-4000-8000-000000000000';

/** Blocks that are shared with other layouts: a preset, whose blocks stand in the place of this one. */
export const part = {
  type: 'part',
  schema: z
    .strictObject({
      type: z.literal('part'),
      ...commonFields,
      preset: z
        .string()
        .refine(isUuid, { error: schemaMessage('unknown_preset') })
        .describe('Id of a shared part.'),
    })
    .meta({ title: 'part', description: 'A shared section (preset): blocks that several layouts use.' }),
  sample: { type: 'part', preset: SAMPLE_ID },
};
