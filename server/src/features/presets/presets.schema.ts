import { z } from 'zod';
import { requiredText } from '../../kernel/fields.ts';
import { localFile } from '../../kernel/local-file.ts';

/** As much as a whole design may be. */
export const MAX_PRESET_BYTES = 1024 * 1024;

export const addPresetInput = z.object({
  kind: z.enum(['header', 'footer']),
  name: requiredText(200),
  file: localFile(MAX_PRESET_BYTES),
});

export type PresetKind = z.output<typeof addPresetInput>['kind'];
