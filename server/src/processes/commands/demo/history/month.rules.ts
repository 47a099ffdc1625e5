import { type Customer, customersOf } from '../content/customers.rules.ts';
import type { RequestKey } from '../content/requests.ts';
import type { SeededRandom } from '../content/seeded.ts';
import { stepOfCall, stepOfMail } from '../content/workflows.ts';
import { type DemoDay, type DemoOutcome, outcomeOfCall, outcomeOfMail } from './outcomes.rules.ts';

/** A step that a workflow ran. */
export interface DemoRun {
  at: number;
  workflow: string;
  stepId: string;
  /** Key of a layout, or of an HTTP request. */
  does: { mail: string } | { call: RequestKey };
  customer: Customer;
  /** Number of the order that triggered it; 0 if there is none. */
  order: number;
  fate: DemoOutcome;
}

interface Shop {
  customers: readonly Customer[];
  /** The volume of a usual day; most other numbers derive from it. */
  ordersADay: number;
}

type Order = Pick<DemoRun, 'order' | 'customer'>;

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Sunday first, as in `getUTCDay`: people order during the week, mostly on Mondays. */
const WEEKDAYS = [0.62, 1.28, 1.12, 1.05, 1.02, 1.1, 0.74];
const SUNDAY = 0;
/** The weight of each hour: few orders at night, many at noon and in the evening. */
const BY_HOUR = [1, 0, 0, 0, 0, 1, 3, 6, 9, 11, 12, 13, 13, 11, 9, 9, 10, 11, 13, 15, 15, 12, 7, 3];
const WEIGHTED_HOURS = BY_HOUR.flatMap((many, hour) => Array.from({ length: many }, () => hour));
const PACKED_AT = 14 * HOUR;
const NEWSLETTER_AT = 17 * HOUR;

/** Growth per day. */
const GROWTH = 0.008;
const FIRST_ORDER = 4_107;
const CUSTOMERS = 600;
/** Newsletter recipients per order of a typical day. */
const READERS = 2;
/** Failed attempts are retried for a while, and must not end in the future. */
const ENDED_BY = 10 * MINUTE;

/** Everything that the shop's workflows ran on one day, regardless of the current time. */
class DayOfShop {
  readonly runs: DemoRun[] = [];
  readonly #day: DemoDay;
  readonly #random: SeededRandom;

  constructor(day: DemoDay, random: SeededRandom) {
    this.#day = day;
    this.#random = random;
  }

  mail(at: number, layout: string, customer: Customer, order = 0) {
    const fate = outcomeOfMail(this.#random, this.#day, at, customer);
    this.runs.push({ at, ...stepOfMail(layout), does: { mail: layout }, customer, order, fate });
  }

  call(at: number, request: RequestKey, { customer, order }: Order) {
    const fate = outcomeOfCall(this.#random, this.#day, at, request);
    this.runs.push({ at, ...stepOfCall(request), does: { call: request }, customer, order, fate });
  }

  /** A time at which people order. */
  during(): number {
    return this.#day.start + this.#random.pick(WEIGHTED_HOURS) * HOUR + this.#random.between(0, HOUR);
  }
}

function takeOrders(shop: DayOfShop, orders: readonly Order[], random: SeededRandom) {
  for (const order of orders) {
    const at = shop.during();
    shop.mail(at, 'order-confirmation', order.customer, order.order);
    shop.call(at + 900, 'warehouse', order);
    shop.call(at + 1_700, 'books', order);
    if (random.oneIn(2)) shop.call(at + 2_400, 'loyalty', order);
    if (random.oneIn(16)) shop.call(at + 3_100, 'team', order);
  }
}

function addDeliveryMails(
  shop: DayOfShop,
  { start }: DemoDay,
  orders: readonly Order[],
  random: SeededRandom,
) {
  for (const { order, customer } of orders) {
    const at = start + PACKED_AT + random.between(0, 3 * HOUR);
    if (random.oneIn(12)) shop.mail(at, 'pick-up', customer, order);
    else shop.mail(at, 'shipping-update', customer, order);
  }
}

function writeToOthers(
  shop: DayOfShop,
  { start }: DemoDay,
  { customers, ordersADay }: Shop,
  random: SeededRandom,
) {
  const often = (times: number, layout: string) => {
    for (let nth = 0; nth < times; nth++) shop.mail(shop.during(), layout, random.pick(customers));
  };
  const share = ordersADay * (WEEKDAYS[new Date(start).getUTCDay()] ?? 1);
  often(share / 6, 'welcome');
  often(share / 9, 'back-in-stock');
  often(share / 7, 'reminder');
  const isNewsDay = new Date(start).getUTCDay() === SUNDAY && Math.floor(start / (7 * DAY)) % 2 === 0;
  for (const reader of isNewsDay ? customers.slice(0, READERS * ordersADay) : [])
    shop.mail(start + NEWSLETTER_AT + random.between(0, 20 * MINUTE), 'newsletter', reader);
}

/** The orders of a day, with random variation. */
function ordersOf(
  { start, ago }: DemoDay,
  first: number,
  { customers, ordersADay }: Shop,
  random: SeededRandom,
) {
  const usual = ordersADay * (WEEKDAYS[new Date(start).getUTCDay()] ?? 1) * (1 - ago * GROWTH);
  const length = Math.round(usual * (0.9 + random.next() * 0.2));
  return Array.from(
    { length },
    (_, nth): Order => ({ order: first + nth, customer: random.pick(customers) }),
  );
}

interface DemoPeriod {
  now: number;
  days: number;
  ordersADay: number;
}

/** Everything that ran in the days up to `now`, oldest first. The same for the same day. */
export function monthOf(
  { now, days, ordersADay }: DemoPeriod,
  random: SeededRandom,
): { runs: DemoRun[]; customers: Customer[] } {
  const customers = customersOf(CUSTOMERS, random);
  const of = { customers, ordersADay };
  const today = Math.floor(now / DAY) * DAY;
  const runs: DemoRun[] = [];
  let first = FIRST_ORDER;
  let before: Order[] = [];
  for (let ago = days - 1; ago >= 0; ago--) {
    const day = { start: today - ago * DAY, ago };
    const shop = new DayOfShop(day, random);
    const orders = ordersOf(day, first, of, random);
    takeOrders(shop, orders, random);
    addDeliveryMails(shop, day, before, random);
    writeToOthers(shop, day, of, random);
    runs.push(...shop.runs);
    before = orders;
    first += orders.length;
  }
  return { runs: runs.filter(({ at }) => at < now - ENDED_BY).sort((a, b) => a.at - b.at), customers };
}
