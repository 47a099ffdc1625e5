import { people } from './customers.ts';
import type { SeededRandom } from './seeded.ts';

export interface Customer {
  id: string;
  firstName: string;
  name: string;
  address: string;
  city: string;
  locale: string;
  /** Gets no newsletters any more. */
  hasUnsubscribed: boolean;
  /** Every server refuses the address. */
  hasNoMailbox: boolean;
}

const ASCII = /[^a-z]/g;
const asAddress = (name: string) => name.toLowerCase().normalize('NFD').replace(ASCII, '');

/** So many made-up customers; nobody is there twice. */
export function customersOf(count: number, random: SeededRandom): Customer[] {
  const everybody = people.flatMap(({ locale, share, firstNames, lastNames, cities }) =>
    firstNames.flatMap((firstName) =>
      lastNames.map((lastName) => ({
        ...{ locale, firstName, city: random.pick(cities), name: `${firstName} ${lastName}` },
        address: `${asAddress(firstName)}.${asAddress(lastName)}@example.com`,
        rank: random.next() / share,
      })),
    ),
  );
  return everybody
    .sort((a, b) => a.rank - b.rank)
    .slice(0, count)
    .map(({ rank: _, ...customer }, index) => ({
      ...customer,
      id: `member-${1000 + index}`,
      hasUnsubscribed: index % 23 === 2,
      hasNoMailbox: index % 140 === 3,
    }));
}
