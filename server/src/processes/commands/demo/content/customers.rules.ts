import type { SeededRandom } from './seeded.ts';

/** All customers are made up, and every address ends in `example.com`, where no mailboxes exist. */
interface CustomerPool {
  locale: string;
  /** Out of a hundred customers. */
  share: number;
  firstNames: readonly string[];
  lastNames: readonly string[];
  cities: readonly string[];
}

const people: readonly CustomerPool[] = [
  {
    locale: 'en',
    share: 58,
    firstNames:
      'Aoife Mary Conor Emma Niamh Oliver Grace Liam Ruth Declan Orla Henry Clare Finn Alice Rory Nora George'.split(
        ' ',
      ),
    lastNames:
      'Miller Byrne Walsh Keane Foster Nolan Hayes Doyle Reid Quinn Barry Cole Lynch Shaw Tully Ward'.split(
        ' ',
      ),
    cities: ['Cork', 'Galway', 'Dublin', 'Bristol', 'Leeds'],
  },
  {
    locale: 'de',
    share: 27,
    firstNames:
      'Anna Jonas Lena Felix Clara Moritz Greta Paul Ida Theo Marie Jakob Hanna Oskar Lotte Emil Frieda Max'.split(
        ' ',
      ),
    lastNames:
      'Berg Weber Vogel Brandt Lorenz Keller Winter Seidel Haas Kraft Busch Ernst Franke Horn Lang Pohl'.split(
        ' ',
      ),
    cities: ['Hamburg', 'Leipzig', 'Köln', 'Graz', 'Basel'],
  },
  {
    locale: 'fr',
    share: 15,
    firstNames:
      'Camille Hugo Manon Louis Chloé Jules Inès Arthur Zoé Adam Léa Victor Alix Paul Élise Gabin Rose Noé'.split(
        ' ',
      ),
    lastNames:
      'Dupont Moreau Lefort Girard Renard Marchal Perrin Vidal Colin Roche Blanc Clerc Faure Leroy Masson Petit'.split(
        ' ',
      ),
    cities: ['Nantes', 'Lille', 'Lyon', 'Rennes', 'Namur'],
  },
];

export interface Customer {
  id: string;
  firstName: string;
  name: string;
  address: string;
  city: string;
  locale: string;
  /** Receives no more newsletters. */
  hasUnsubscribed: boolean;
  /** Every server rejects the address. */
  hasNoMailbox: boolean;
}

const ASCII = /[^a-z]/g;
const asAddress = (name: string) => name.toLowerCase().normalize('NFD').replace(ASCII, '');

/** The number of made-up customers, without duplicates. */
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
