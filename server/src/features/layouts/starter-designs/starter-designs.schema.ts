import { z } from 'zod';
import { jsonObject } from '../../../kernel/json.ts';
import { categories } from '../content/layout-state.schema.ts';

export const starterDesignKeys = [
  'order-confirmation',
  'shipping-update',
  'delivered',
  'pick-up-ready',
  'refund',
  'invoice',
  'welcome',
  'password-reset',
  'newsletter',
  'newsletter-story',
  'abandoned-cart',
  'abandoned-cart-offer',
  'back-in-stock',
  'review-request',
  'win-back',
] as const;
export type StarterDesignKey = (typeof starterDesignKeys)[number];

/** The languages of the app; each design is written in all of them. */
export const starterLanguages = ['en', 'de'] as const;
export type StarterLanguage = (typeof starterLanguages)[number];

/** The starting point of a new layout; sent to `POST /email-templates` with a name. */
export const starterDesign = z.object({
  key: z.enum(starterDesignKeys),
  category: z.enum(categories),
  defaultLocale: z.enum(starterLanguages),
  requiredVariables: z.array(z.string()),
  subject: z.string(),
  previewText: z.string(),
  bodyDesign: jsonObject,
});
export type StarterDesign = z.output<typeof starterDesign>;
