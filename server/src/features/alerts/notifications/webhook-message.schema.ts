import { z } from 'zod';
import { id, time } from '../../../kernel/id.ts';
import { nameSchema } from '../../../kernel/named-schema.ts';
import { alert } from '../alerts/alerts.schema.ts';

const storeId = id.describe('The store.');

const alertData = alert.omit({ senderName: true, actionConfigName: true }).extend({
  storeId,
  url: z.string().describe('The alerts of the store in the app.'),
});
nameSchema('AlertEventData', alertData);

const eventOf = <Type extends string, Data extends z.ZodType>(type: Type, data: Data) =>
  z.object({ type: z.literal(type), timestamp: time, data });

const opened = eventOf('alert.opened', alertData);
nameSchema('AlertOpenedEvent', opened);
const closed = eventOf('alert.closed', alertData);
nameSchema('AlertClosedEvent', closed);
const tested = eventOf('alert.test', z.object({ storeId }));
nameSchema('AlertTestEvent', tested);

/**
 * What a store's webhook receives: no names, and no text from servers or customers
 * (contract: Alerts 3; Alerts 5).
 */
export const webhookMessage = z.discriminatedUnion('type', [opened, closed, tested]);
nameSchema('AlertEvent', webhookMessage);
