import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { blockKinds } from '../../../src/features/rendering/design/all-blocks.schema.ts';
import type { JsonObject } from '../../../src/kernel/json.ts';
import { layouts, letter, MUG, STILL } from '../../design/layouts.ts';
import { type BodyMail, type Mail, Mails, ORIGIN } from '../../design/mails.ts';
import { openBrowser, show } from './browser.ts';

/** Pictures of every block and of complete layouts, compared with those in the tree. */

const updating = process.env['OUTSTEP_UPDATE_PICTURES'] === '1';
const kept = fileURLToPath(new URL('./baselines/', import.meta.url));
const seen = 'coverage/pictures';

/** Edges of letters differ a little from machine to machine; a moved line or another colour is far more. */
const MAX_DIFFERING = 0.005;

const mails = new Mails();
let browser: Browser;

beforeAll(async () => {
  for (const folder of [kept, seen]) mkdirSync(folder, { recursive: true });
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await mails.close();
});

const product = {
  title: 'Stoneware mug',
  image_url: `${ORIGIN}/files/mug.png`,
  url: 'https://shop.example/mug',
};

const variables: JsonObject = {
  shop: { name: 'Oak & Clay', url: 'https://shop.example' },
  customer: { first_name: 'Mary' },
  product,
  products: [product, { title: 'Oak board' }],
  discount: { code: 'MUG10' },
  gift_card: { balance: '25.00' },
  order: {
    name: '#1001',
    status_url: 'https://shop.example/o',
    currency: 'EUR',
    gift: true,
    line_items: [
      {
        title: 'Stoneware mug',
        variant_title: 'Moss green',
        quantity: 2,
        price: '18.00',
        image: `${ORIGIN}/files/mug.png`,
      },
      { title: 'Oak serving board', quantity: 1, price: '42.50' },
    ],
    subtotal: '78.50',
    discount: '7.85',
    total: '70.65',
    address: 'Cork',
    payment: 'Visa',
  },
};

/** The samples, one below the other, and what samples do not show. */
const samples = blockKinds.flatMap(({ type, sample }) => {
  if (type === 'video') return [{ ...sample, thumbnail: null, fileKey: STILL }];
  if (type === 'image') return [{ ...sample, width: 240, radius: 8 }];
  return [sample];
});
const variants = [
  { type: 'heading', text: 'End, red', align: 'end', color: '#a01020' },
  { type: 'button', label: 'Dark', url: 'https://x.test', fill: '#16191d' },
  {
    type: 'button',
    label: 'Yellow, full',
    url: 'https://x.test',
    fill: '#f5c518',
    fullWidth: true,
    radius: 24,
  },
  { type: 'text', background: '#12324a', html: '<p>On blue, with a <a href="https://x.test">link</a></p>' },
  { type: 'items', background: '#fff3d6' },
  {
    type: 'columns',
    ratio: '1-1-1-1',
    stackOnMobile: false,
    columns: ['a', 'b', 'c', 'd'].map((text) => ({
      blocks: [
        { type: 'image', fileKey: MUG },
        { type: 'heading', text, align: 'center' },
      ],
    })),
  },
];

const pages: Record<string, Mail | BodyMail> = {
  blocks: { design: { blocks: samples as JsonObject[] }, variables },
  variants: { design: { blocks: variants as JsonObject[] }, variables },
  ...layouts,
  'plain-text': letter,
};

const views = [375, 600, 1200].flatMap((width) =>
  (['light', 'dark'] as const).flatMap((colorScheme) =>
    (['en', 'ar'] as const).map((locale) => ({ width, colorScheme, locale })),
  ),
);

/** The share of pixels that a person would call different; the browser reads pictures better than we would. */
const difference = (page: Page, one: Buffer, other: Buffer) =>
  page.evaluate<number, string[]>(
    async (sources) => {
      // biome-ignore lint/suspicious/noExplicitAny: this runs in the page, whose types are not the server's
      const { document, Image } = globalThis as any;
      const pixels = await Promise.all(
        sources.map(async (source) => {
          const image = new Image();
          image.src = source;
          await image.decode();
          const canvas = document.createElement('canvas');
          [canvas.width, canvas.height] = [image.width, image.height];
          const context = canvas.getContext('2d');
          context.drawImage(image, 0, 0);
          return context.getImageData(0, 0, image.width, image.height);
        }),
      );
      const [a, b] = pixels;
      if (a.width !== b.width || a.height !== b.height) return 1;
      let differing = 0;
      for (let at = 0; at < a.data.length; at += 4)
        if ([0, 1, 2].some((i) => Math.abs(a.data[at + i] - b.data[at + i]) > 40)) differing++;
      return differing / (a.width * a.height);
    },
    [one, other].map((picture) => `data:image/png;base64,${picture.toString('base64')}`),
  );

describe.each(Object.entries(pages))('%s looks as it did', (name, mail) => {
  test.each(views)('$width px, $colorScheme, $locale', async ({ width, colorScheme, locale }) => {
    const page = await browser.newPage({ viewport: { width, height: 400 }, colorScheme });
    const { html } = await mails.render({ ...mail, locale });
    await show(page, html);
    expect(await page.evaluate('document.documentElement.scrollWidth <= window.innerWidth')).toBe(true);
    const picture = await page.screenshot({ fullPage: true });
    const file = `${name}-${width}-${colorScheme}-${locale}.png`;
    if (updating) writeFileSync(kept + file, picture);
    writeFileSync(`${seen}/${file}`, picture);
    expect(existsSync(kept + file), `${file}: no picture to compare with`).toBe(true);
    await page.goto('about:blank');
    expect(
      await difference(page, picture, readFileSync(kept + file)),
      `${seen}/${file} differs`,
    ).toBeLessThan(MAX_DIFFERING);
    await page.close();
  });
});
