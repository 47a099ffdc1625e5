import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { blockKinds } from '../../../src/features/rendering/design/all-blocks.schema.ts';
import type { JsonObject } from '../../../src/kernel/json.ts';
import { layouts, letter, MUG, STILL } from '../../design/layouts.ts';
import { type BodyMail, type Mail, Mails, ORIGIN } from '../../design/mails.ts';
import { sharedBrowser } from '../../harness/shared-app.ts';
import { type MailTab, openMailPage } from './browser.ts';

/** Screenshots of every block and of complete layouts, compared with the ones in the repository. */

const updating = process.env['OUTSTEP_UPDATE_PICTURES'] === '1';
const kept = fileURLToPath(new URL('./baselines/', import.meta.url));
const seen = 'coverage/pictures';

/** Letter edges differ a little between machines; a moved line or another color differs far more. */
const MAX_DIFFERING = 0.005;

const browser = await sharedBrowser();
const mails = new Mails();
for (const folder of [kept, seen]) mkdirSync(folder, { recursive: true });
afterAll(() => mails.close());

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

/** The samples, one below the other, and cases that no sample covers. */
const samples = blockKinds.flatMap(({ type, sample }) => {
  if (type === 'part') return [];
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
  (['light', 'dark'] as const).map((colorScheme) => ({ width, colorScheme })),
);

const pixelsOf = (picture: Buffer) =>
  sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true });

/** The share of pixels that a person would see as different. */
async function difference(one: Buffer, other: Buffer): Promise<number> {
  if (one.equals(other)) return 0;
  const [a, b] = await Promise.all([pixelsOf(one), pixelsOf(other)]);
  const { width, height, channels } = a.info;
  if (width !== b.info.width || height !== b.info.height) return 1;
  const differs = (at: number) => Math.abs((a.data[at] ?? 0) - (b.data[at] ?? 0)) > 40;
  let differing = 0;
  for (let at = 0; at < a.data.length; at += channels)
    if (differs(at) || differs(at + 1) || differs(at + 2)) differing++;
  return differing / (width * height);
}

const mailsIn = Object.entries(pages).flatMap(([name, mail]) =>
  (['en', 'ar'] as const).map((locale) => ({ name, mail, locale })),
);

describe.each(mailsIn)('$name in $locale looks unchanged', ({ name, mail, locale }) => {
  let mailPage: MailTab;
  beforeAll(async () => {
    mailPage = await openMailPage(browser);
    await mailPage.show((await mails.render({ ...mail, locale })).html);
    return () => mailPage.page.context().close();
  });

  test.each(views)('$width px, $colorScheme', async ({ width, colorScheme }) => {
    const { page } = mailPage;
    await page.setViewportSize({ width, height: 400 });
    await page.emulateMedia({ colorScheme });
    expect(await page.evaluate('document.documentElement.scrollWidth <= window.innerWidth')).toBe(true);
    const picture = await page.screenshot({ fullPage: true });
    const file = `${name}-${width}-${colorScheme}-${locale}.png`;
    if (updating) writeFileSync(kept + file, picture);
    writeFileSync(`${seen}/${file}`, picture);
    expect(existsSync(kept + file), `${file}: no picture to compare with`).toBe(true);
    expect(await difference(picture, readFileSync(kept + file)), `${seen}/${file} differs`).toBeLessThan(
      MAX_DIFFERING,
    );
  });
});
