import { afterAll, beforeAll, expect, test } from 'vitest';
import { addFile, pngOf } from '../harness/files.ts';
import { storeTexts } from '../harness/layouts.ts';
import { compareScreenshot } from '../harness/picture.ts';
import { appTestStack, sharedApp } from '../harness/shared-app.ts';
import { type MailStack, newMailStack } from '../sending/mail-stack.ts';

/** Globals that a page has and Node lacks. */
interface Styled {
  getComputedStyle(element: unknown): { direction: string };
}

const { browser, origin } = await sharedApp();
let testStack: MailStack;

beforeAll(async () => {
  testStack = await newMailStack(await appTestStack());
  await storeTexts(testStack.outstep.core, testStack.storeId, {
    companyDetails: 'Teehaus Lindgrün\nHafenstraße 1',
  });
});
afterAll(() => testStack?.close());

/** Opens the email as its recipient sees it; its images come from the addresses it contains. */
async function received(to: string, width: number) {
  const [mail] = await testStack.mailsTo(to);
  const page = await browser.newPage({ viewport: { width, height: 900 }, javaScriptEnabled: false });
  const foreign: string[] = [];
  await page.route('**/*', async (route) => {
    const url = route.request().url();
    if (url === 'https://inbox.example/')
      return route.fulfill({ contentType: 'text/html; charset=utf-8', body: String(mail?.html) });
    if (!url.startsWith(origin)) {
      foreign.push(url);
      return route.abort();
    }
    const answer = await testStack.open(url);
    const contentType = answer.headers.get('content-type') ?? '';
    return route.fulfill({
      status: answer.status,
      contentType,
      body: Buffer.from(await answer.arrayBuffer()),
    });
  });
  await page.goto('https://inbox.example/', { waitUntil: 'load' });
  return { page, foreign };
}

test('an order confirmation arrives with image, items, button and a linked file', async () => {
  const files = [
    await addFile(testStack.outstep, testStack.storeId, 'mug.png', await pngOf(240, 120)),
    await addFile(testStack.outstep, testStack.storeId, 'terms.txt', Buffer.from('terms')),
  ];
  const layout = await testStack.layout({
    subject: 'Order',
    bodyDesign: {
      blocks: [
        { type: 'heading', text: 'Thank you, {{ variables.name }}' },
        { type: 'image', fileKey: files[0], alt: 'A mug', width: 240 },
        { type: 'items', source: 'variables.order.line_items' },
        { type: 'button', label: 'Track your order', url: 'https://shop.example/t' },
        { type: 'attachment', filename: 'Terms.txt', fileKey: files[1], sendAsLink: true },
      ],
    },
  });
  const to = 'order@customer.example';
  const lines = [
    { title: 'Mug “Lindgrün”', quantity: 2, price: 1250 },
    { title: 'Tea <b>Assam</b>', quantity: 1, price: 900 },
  ];
  const entry = await testStack.send(layout, 'order', {
    to: [to],
    variables: { name: 'Zoë & Co', order: { line_items: lines } },
  });
  expect(entry.status).toBe('SUCCESS');
  const { page, foreign } = await received(to, 700);
  await compareScreenshot(page, 'sent-order', { fullPage: true });
  expect(foreign).toEqual([]);
  for (const words of ['Thank you, Zoë & Co', 'Mug “Lindgrün”', 'Tea <b>Assam</b>'])
    expect(await page.getByText(words).first().isVisible(), words).toBe(true);
  const picture = await page
    .locator('img[alt="A mug"]')
    .evaluate((img: { naturalWidth?: number }) => img.naturalWidth);
  expect(picture).toBe(240);
  const link = page.getByRole('link', { name: 'Terms.txt' });
  expect(await link.isVisible()).toBe(true);
  const answer = await testStack.open(String(await link.getAttribute('href')));
  expect(await answer.text()).toBe('terms');
});

test('an Arabic newsletter arrives right-to-left with footer sentence, company and a working link', async () => {
  const layout = await testStack.layout({
    category: 'marketing',
    defaultLocale: 'ar',
    subject: 'جديدنا',
    bodyDesign: {
      blocks: [
        { type: 'heading', text: 'وصل الشاي الجديد' },
        { type: 'text', html: '<p>أهلاً {{ variables.name }}، لدينا أصناف جديدة من الشاي.</p>' },
        { type: 'button', label: 'تسوق الآن', url: 'https://shop.example/ar' },
      ],
    },
  });
  const to = 'news@customer.example';
  const entry = await testStack.send(layout, 'news', { to: [to], variables: { name: 'يوسف' } });
  expect(entry.status).toBe('SUCCESS');
  const { page, foreign } = await received(to, 375);
  await compareScreenshot(page, 'sent-news-ar', { fullPage: true });
  expect(foreign).toEqual([]);
  const text = page.getByText('أهلاً يوسف');
  expect(await text.isVisible()).toBe(true);
  const direction = await text.evaluate(
    (element) => (globalThis as unknown as Styled).getComputedStyle(element).direction,
  );
  expect(direction).toBe('rtl');
  const company = page.getByText('Hafenstraße 1');
  const [above, below] = [await text.boundingBox(), await company.boundingBox()];
  expect(above?.y).toBeLessThan(below?.y ?? 0);
  const href = await page.locator(`a[href^="${origin}/unsubscribe/"]`).getAttribute('href');
  expect((await testStack.open(String(href))).status).toBe(200);
  // No content is cut off at the side on a phone.
  const [whole, seen] = await page
    .locator('html')
    .evaluate((element) => [element.scrollWidth, element.clientWidth]);
  expect(whole).toBeLessThanOrEqual(seen as number);
});
