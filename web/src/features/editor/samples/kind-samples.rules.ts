import type { Json, JsonObject } from 'outstep/kernel/json.ts';
import type { Texts } from '../../../texts/en/index.ts';
import { type BlockType, newBlock, palette } from '../model/new-block.rules.ts';

/** Stands for every picture of a sample; what is shown is drawn by the app. */
export const SAMPLE_PICTURE = 'https://sample.invalid/picture';

/** A file goes along and space is empty: there is nothing to see of them. */
const invisibleKinds: readonly BlockType[] = ['attachment', 'spacer'];

export const drawnKinds: readonly BlockType[] = Object.values(palette)
  .flat()
  .filter((type) => !invisibleKinds.includes(type));

/** The smallest width of an email, so that the sample is recognizable when scaled down. */
const WIDTH = 320;

/** Addresses begin with what they must begin with: enough to add a block, not to draw it. */
const withAddresses = (value: Json): Json => {
  if (Array.isArray(value)) return value.map(withAddresses);
  if (value === 'https://') return 'https://shop.example';
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, withAddresses(each)]));
};

/** One email with a block of each kind, as it is added, in the look of the email that it is for. */
export function kindSamples(
  global: Json | undefined,
  words: Texts['editor']['newBlock'],
  article: string,
): { design: JsonObject; variables: JsonObject } {
  const look = typeof global === 'object' && !Array.isArray(global) ? global : {};
  const item = { title: article, image: SAMPLE_PICTURE, quantity: 2, price: 24 };
  return {
    design: {
      global: { ...look, width: WIDTH },
      blocks: drawnKinds.map((type) => withAddresses(newBlock(type, words))),
    },
    variables: {
      shop: { name: article },
      product: { title: article, image_url: SAMPLE_PICTURE },
      products: [item, item],
      video: { image_url: SAMPLE_PICTURE },
      order: { total: 48, currency: 'EUR', line_items: [item] },
      discount: { code: 'WELCOME10' },
    },
  };
}
