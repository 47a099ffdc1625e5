import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { announcement, block, canvas, editorOf, mail, row, saved } from '../harness/app-editor.ts';
import { emptyStore } from '../harness/app-store.ts';
import { sharedApp } from '../harness/shared-app.ts';

const { browser, origin } = await sharedApp();

let { call, made, open } = {} as ReturnType<typeof editorOf>;
beforeAll(async () => {
  ({ call, made, open } = editorOf(browser, origin, await emptyStore(browser, origin)));
});

const HEADING = 'وصل الشاي الجديد';
const arabic = {
  blocks: [
    { type: 'heading', text: HEADING, padding: { start: 40 } },
    { type: 'columns', columns: [{ blocks: [] }, { blocks: [] }] },
    { type: 'text', html: '<p>أهلاً {{ variables.name }}، لدينا أصناف جديدة.</p>' },
  ],
  testVariables: { name: 'Anna' },
};

interface Styled {
  getComputedStyle(
    element: unknown,
  ): Record<'textAlign' | 'paddingRight' | 'paddingLeft' | 'direction', string>;
}

/** The styles of the cell of a heading. */
const cellOf = (page: Page) =>
  mail(page)
    .getByRole('heading', { name: HEADING })
    .locator('xpath=ancestor::td[1]')
    .evaluate((cell) => {
      const { textAlign, paddingRight, paddingLeft } = (globalThis as unknown as Styled).getComputedStyle(
        cell,
      );
      return { textAlign: textAlign.replace('-webkit-', ''), paddingRight, paddingLeft };
    });

test('mirrors alignment, arrow keys and drop lines in a right-to-left email', async () => {
  const { id } = await made(arabic, { defaultLocale: 'ar', subject: 'جديدنا' });
  const page = await open(id);
  await block(page, /Heading/).click();
  expect(await cellOf(page)).toMatchObject({ textAlign: 'right', paddingRight: '40px' });
  await page.getByRole('combobox', { name: 'Alignment' }).click();
  await page.getByRole('option', { name: 'End', exact: true }).click();
  await expect.poll(() => cellOf(page)).toMatchObject({ textAlign: 'left', paddingRight: '40px' });

  // A long text is truncated at its end, on the left.
  expect(
    await row(page, /Text/)
      .getByText(/أهلاً/)
      .evaluate((words) => (globalThis as unknown as Styled).getComputedStyle(words).direction),
  ).toBe('rtl');

  // In the email, forwards follows the direction of the email's text; in the list of blocks, that of the app.
  await block(page, /Text/).click();
  await canvas(page).focus();
  await page.keyboard.press('Alt+ArrowRight');
  await announcement(page, 'The block can’t be moved there.');
  await page.keyboard.press('Alt+ArrowLeft');
  await announcement(page, 'Text moved to position 1 of 1');
  expect(await row(page, /Text/).getAttribute('aria-level')).toBe('3');
  await page.keyboard.press('Alt+ArrowRight');
  await announcement(page, 'Text moved to position 3 of 3');
  await row(page, /Text/).click();
  await page.keyboard.press('Alt+ArrowRight');
  await announcement(page, 'Text moved to position 1 of 1');
  await page.keyboard.press('Control+z');

  // The first of two empty columns is the one on the right.
  const columns = block(page, 'Columns');
  const { x = 0, width = 0 } = (await columns.boundingBox()) ?? {};
  await block(page, /Heading/).hover();
  await page.mouse.down();
  for (let i = 0; i < 2; i++) await columns.hover({ position: { x: width * 0.8, y: 10 }, force: true });
  const line = await page.locator('[data-drop-line]').boundingBox();
  expect(line?.x).toBeGreaterThan(x + width / 2 - 2);
  expect(line?.width).toBeLessThan(width / 2 + 2);
  await page.mouse.up();
  await announcement(page, 'Heading moved to position 1 of 1');
  await saved(page);
  const { bodyDesign } = await call('GET', `/email-templates/${id}`);
  const [first] = bodyDesign.blocks as { columns: { blocks: { type: string }[] }[] }[];
  expect(first?.columns.map(({ blocks }) => blocks.map(({ type }) => type))).toEqual([['heading'], []]);
  await page.context().close();
});
