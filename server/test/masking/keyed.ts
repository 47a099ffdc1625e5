import { logistics } from './keyed-logistics.ts';
import { orders } from './keyed-orders.ts';
import { otherOrders } from './keyed-other-orders.ts';
import { otherPeople } from './keyed-other-people.ts';
import { people } from './keyed-people.ts';
import type { Payload } from './sample.ts';

export const keyed: readonly Payload[] = [...orders, ...people, ...logistics, ...otherOrders, ...otherPeople];
