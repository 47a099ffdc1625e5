import type { JsonObject } from '../../../kernel/json.ts';
import type { StarterLanguage } from './starter-designs.schema.ts';

// Types, not interfaces: these are members of JSON.
type Article = { title: string; variant: string; about: string; price: string; path: string };

/** What the test variables of all starter designs are about: one shop, one customer, five articles. */
export type Sample = {
  shop: { name: string; url: string };
  customer: { first_name: string };
  address: string;
  card: string;
  carrier: string;
  mug: Article;
  board: Article;
  runner: Article;
  plate: Article;
  candles: Article;
};

const SHOP_URL = 'https://shop.example';

export const samples: Readonly<Record<StarterLanguage, Sample>> = {
  en: {
    shop: { name: 'Oak & Clay', url: SHOP_URL },
    customer: { first_name: 'Mary' },
    address: 'Mary Miller\n12 Harbour Street\nCork',
    card: 'Visa ending in 4242',
    carrier: 'An Post',
    mug: {
      title: 'Stoneware mug',
      variant: 'Moss green',
      about: 'Thrown by hand, safe in the dishwasher.',
      price: '18.00',
      path: 'stoneware-mug',
    },
    board: {
      title: 'Oak serving board',
      variant: '',
      about: 'Oiled oak with a juice groove.',
      price: '42.50',
      path: 'oak-board',
    },
    runner: {
      title: 'Linen runner',
      variant: 'Sand',
      about: 'Washed linen in three colours.',
      price: '38.00',
      path: 'linen-runner',
    },
    plate: {
      title: 'Dinner plate',
      variant: 'Speckled cream',
      about: 'Stoneware from our autumn firing.',
      price: '24.00',
      path: 'dinner-plate',
    },
    candles: {
      title: 'Beeswax candles',
      variant: 'Bundle of six',
      about: 'They burn for seven hours and smell of honey.',
      price: '16.50',
      path: 'beeswax-candles',
    },
  },
  de: {
    shop: { name: 'Eiche & Ton', url: SHOP_URL },
    customer: { first_name: 'Maria' },
    address: 'Maria Müller\nHafenstraße 12\n20457 Hamburg',
    card: 'Visa mit der Endung 4242',
    carrier: 'DHL',
    mug: {
      title: 'Becher aus Steinzeug',
      variant: 'Moosgrün',
      about: 'Von Hand gedreht, darf in die Spülmaschine.',
      price: '18.00',
      path: 'becher',
    },
    board: {
      title: 'Servierbrett aus Eiche',
      variant: '',
      about: 'Geölte Eiche mit Saftrille.',
      price: '42.50',
      path: 'servierbrett',
    },
    runner: {
      title: 'Tischläufer aus Leinen',
      variant: 'Sand',
      about: 'Gewaschenes Leinen in drei Farben.',
      price: '38.00',
      path: 'tischlaeufer',
    },
    plate: {
      title: 'Essteller',
      variant: 'Creme, gesprenkelt',
      about: 'Steinzeug aus unserem Herbstbrand.',
      price: '24.00',
      path: 'essteller',
    },
    candles: {
      title: 'Kerzen aus Bienenwachs',
      variant: 'Bund zu sechs',
      about: 'Sie brennen sieben Stunden und duften nach Honig.',
      price: '16.50',
      path: 'kerzen',
    },
  },
};

/** An article as an order has it. */
export const lineItem = ({ title, variant, price }: Article, quantity: number): JsonObject => ({
  ...{ image: '', title, variant_title: variant, quantity, price },
});

/** An article as a mail presents it. */
export const product = ({ title, about, price, path }: Article): JsonObject => ({
  ...{ title, about, price, url: `${SHOP_URL}/p/${path}`, image_url: '' },
});
