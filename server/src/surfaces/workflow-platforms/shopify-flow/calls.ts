import { z } from 'zod';
import { invalidField, parseFields, requiredText } from '../../../kernel/fields.ts';
import { jsonObject } from '../../../kernel/json.ts';
import { message } from '../../../kernel/messages/message.ts';

/** Shopify sends IDs both as numbers and as strings. */
const number = z.union([z.string(), z.number()]).transform(String);

const shop = z.object({ shopify_domain: z.string().catch(''), shop_id: number.nullish().catch('') });

const call = z.object({
  handle: requiredText(100),
  action_run_id: requiredText(200).nullish(),
  step_reference: requiredText(200).nullish(),
  properties: jsonObject.nullish(),
});

export interface NamedShop {
  domain: string;
  /** Null if the call does not contain it. */
  id: string | null;
}

/** The shop that a signed body is about; without a name, one that no store is connected to. */
export function shopOf(fields: Record<string, unknown>): NamedShop {
  const { shopify_domain, shop_id } = shop.parse(fields);
  return { domain: shopify_domain.toLowerCase(), id: shop_id ?? null };
}

export interface FlowCall {
  handle: string;
  runId: string | null;
  stepId: string;
  properties: Record<string, unknown>;
}

/** Shopify documents both places for the step's ID. */
export function flowCall(fields: Record<string, unknown>): FlowCall {
  const { handle, action_run_id, step_reference, properties } = parseFields(call, fields);
  const inside = properties?.['step_reference'];
  const stepId = step_reference ?? (typeof inside === 'string' && inside.trim() !== '' ? inside : null);
  if (stepId === null) throw invalidField('step_reference', message('required'));
  return { handle, runId: action_run_id ?? null, stepId, properties: properties ?? {} };
}
