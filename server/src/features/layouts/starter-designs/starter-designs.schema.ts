import { z } from 'zod';
import { jsonObject } from '../../../kernel/json.ts';
import { categories } from '../content/layout-state.schema.ts';

export const readyDesignKeys = [
  'order-confirmation',
  'shipping-update',
  'welcome',
  'newsletter',
  'back-in-stock',
] as const;

/** What a new layout begins with; sent to `POST /email-templates` with a name. */
export const readyDesign = z.object({
  key: z.enum(readyDesignKeys),
  category: z.enum(categories),
  subject: z.string(),
  previewText: z.string(),
  bodyDesign: jsonObject,
});
export type ReadyDesign = z.output<typeof readyDesign>;
