import type { Json, JsonObject } from 'outstep/kernel/json.ts';
import type { Texts } from '../../../texts/en/index.ts';
import { type BlockType, newBlock, palette } from '../model/new-block.rules.ts';

/** Placeholder for every image of a sample; the app replaces it with its own drawing. */
export const SAMPLE_PICTURE = 'https://sample.invalid/picture';

/** Attachments and spacers have no visible content. */
const invisibleKinds: readonly BlockType[] = ['attachment', 'spacer'];

export const drawnKinds: readonly BlockType[] = Object.values(palette)
  .flat()
  .filter((type) => !invisibleKinds.includes(type));

/** The smallest width of an email, so that the sample is recognizable when scaled down. */
const WIDTH = 320;

/** Completes URLs, whose required prefix alone is enough to add a block but not to draw it. */
const withAddresses = (value: Json): Json => {
  if (Array.isArray(value)) return value.map(withAddresses);
  if (value === 'https://') return 'https://shop.example';
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, withAddresses(each)]));
};

/** An email with one new block of each type, in the style of the current email. */
export function blockSamples(
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
