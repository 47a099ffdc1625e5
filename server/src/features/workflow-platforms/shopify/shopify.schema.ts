import { z } from 'zod';
import { schemaMessage, text } from '../../../kernel/fields.ts';

const DOMAIN = /^[a-z0-9][a-z0-9-]*\.myshopify\.com$/;

/** Shopify's own name for a shop, whatever domain its customers see. */
export const shopDomain = text(255)
  .transform((value) => value.trim().toLowerCase())
  .refine((value) => DOMAIN.test(value), { error: schemaMessage('must_be_shop') });

export const shopId = z.string().regex(/^[1-9]\d{0,19}$/, { error: schemaMessage('must_be_shop_number') });
