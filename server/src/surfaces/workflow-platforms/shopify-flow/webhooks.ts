import { z } from 'zod';
import { OperationError } from '../../../kernel/error.ts';
import { invalidField, parseFields } from '../../../kernel/fields.ts';
import { normalizeMailAddress } from '../../../kernel/mail-address.ts';
import { message } from '../../../kernel/messages/message.ts';

const shopDomain = z.string().min(1);
const customer = z.object({ email: z.string().nullish() });

/**
 * The webhooks that Shopify requires of every app. The topic is in an unsigned header, so each body must match its
 * topic and no other: a request for data must not be turned into one that erases a shop's data.
 */
const topics = {
  'customers/data_request': z.object({ shop_domain: shopDomain, customer, data_request: z.unknown() }),
  'customers/redact': z.object({ shop_domain: shopDomain, customer, orders_to_redact: z.array(z.unknown()) }),
  'shop/redact': z.object({ shop_domain: shopDomain }),
} as const;

type Topic = keyof typeof topics;

const complianceMembers = ['customer', 'data_request', 'orders_to_redact'] as const;

export interface ComplianceWebhook {
  topic: Topic;
  shop: string;
  /** The customer's address, if Shopify has one. */
  email: string | null;
}

const isTopic = (topic: unknown): topic is Topic => typeof topic === 'string' && Object.hasOwn(topics, topic);

/** We store no data about an invalid address, because no email can have been sent to it. */
function emailOf(value: string | null | undefined): string | null {
  return normalizeMailAddress(value ?? '')?.toLowerCase() ?? null;
}

export function complianceWebhook(topic: unknown, fields: Record<string, unknown>): ComplianceWebhook {
  if (!isTopic(topic)) throw new OperationError('invalid', message('shopify_topic_unknown'));
  const shape: z.ZodObject = topics[topic];
  const foreign = complianceMembers.find(
    (name) => Object.hasOwn(fields, name) && !Object.hasOwn(shape.shape, name),
  );
  if (foreign) throw invalidField(foreign, message('not_of_topic', { topic }));
  const parsed = parseFields(topics[topic], fields);
  return {
    topic,
    shop: parsed.shop_domain.toLowerCase(),
    email: 'customer' in parsed ? emailOf(parsed.customer.email) : null,
  };
}
