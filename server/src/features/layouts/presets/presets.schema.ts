import { z } from 'zod';
import { requiredIfSent, requiredText } from '../../../kernel/fields.ts';
import { id, idInput, time } from '../../../kernel/id.ts';
import type { Json } from '../../../kernel/json.ts';
import { localFile } from '../../../kernel/local-file.ts';
import { pageInput, searchInput } from '../../../kernel/page.ts';

/** The limit of a whole design. */
export const MAX_PRESET_BYTES = 1024 * 1024;

const kind = z.enum(['header', 'footer']);
const name = requiredText(200);

export const addPresetInput = z.object({ kind, name, file: localFile(MAX_PRESET_BYTES) });

export const listPresetsInput = z.object({ ...pageInput, ...searchInput('the name'), kind: kind.optional() });

export const updatePresetInput = z.object({
  id: idInput('preset'),
  name: requiredIfSent(name),
  blocks: z
    .array(z.unknown())
    .refine((blocks) => JSON.stringify(blocks).length <= MAX_PRESET_BYTES, { error: 'larger than 1 MB' })
    .nullable()
    .transform((blocks) => blocks ?? [])
    .optional()
    .describe('As those of a design.'),
});

export const presetSummary = z.object({
  id,
  kind,
  name,
  useCount: z.int().describe('How many layouts use it.'),
  usedBy: z
    .array(z.object({ type: z.literal('layout'), id, name: z.string() }))
    .describe('The first of them by name.'),
  createdAt: time,
  updatedAt: time,
});

export const preset = presetSummary.extend({
  revision: z.int().describe('Rises with every change; what the entity tag is made of.'),
  blocks: z.array(z.custom<Json>()).describe('As they were sent.'),
});

export type PresetKind = z.output<typeof kind>;
export type PresetSummary = z.output<typeof presetSummary>;
export type Preset = z.output<typeof preset>;
