import { z } from 'zod';
import { jsonObject } from '../../../kernel/json.ts';
import { categories } from '../content/layout-state.schema.ts';

export const starterDesignKeys = [
  'order-confirmation',
  'shipping-update',
  'welcome',
  'newsletter',
  'back-in-stock',
] as const;

/** What a new layout starts from; sent to `POST /email-templates` with a name. */
export const starterDesign = z.object({
  key: z.enum(starterDesignKeys),
  category: z.enum(categories),
  subject: z.string(),
  previewText: z.string(),
  bodyDesign: jsonObject,
});
export type StarterDesign = z.output<typeof starterDesign>;
