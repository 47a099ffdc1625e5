import { beforeAll, expect, test } from 'vitest';
import { findingsAtNight } from '../harness/app.ts';
import { block, canvas, editorOf, mail, row, saved, threeBlocks } from '../harness/app-editor.ts';
import { narrowScreens, reflowFaults } from '../harness/app-reflow.ts';
import { emptyStore } from '../harness/app-store.ts';
import { sharedApp } from '../harness/shared-app.ts';
import { sampled } from '../harness/size.ts';

const { browser, origin } = await sharedApp();

let { call, goTo, made, open } = {} as ReturnType<typeof editorOf>;
beforeAll(async () => {
  ({ call, goTo, made, open } = editorOf(browser, origin, await emptyStore(browser, origin)));
});

test.each(sampled(['small', 'enlarged'] as const, 2))(
  'edits text in place without scrolling the page: %s',
  async (screen) => {
    const { id } = await made({ ...threeBlocks, testVariables: { customer: { first_name: 'Maria' } } });
    const page = await goTo(id, '', narrowScreens[screen]);
    await block(page, /Your tea/).dblclick();
    await mail(page).getByRole('textbox').waitFor();
    await page.keyboard.press('Control+End');
    const before = await page.evaluate('scrollY');
    expect(before).toBeGreaterThan(0);
    await page.keyboard.type(' {{');
    const search = page.getByRole('combobox', { name: 'Search variables' });
    await expect.poll(() => search.evaluate((field) => field.matches(':focus'))).toBe(true);
    expect(await page.evaluate('scrollY')).toBe(before);
    expect(await reflowFaults(page)).toEqual([]);
    expect(await findingsAtNight(page)).toEqual([]);
    await page.keyboard.type('first');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    await saved(page);
    const { bodyDesign } = await call('GET', `/email-templates/${id}`);
    expect(bodyDesign.blocks[1]).toEqual({
      ...threeBlocks.blocks[1],
      html: '<p>Your tea is here. {{ variables.customer.first_name }}</p>',
    });
  },
);

test('opens a layout scrolled to the top', async () => {
  const { id } = await made(threeBlocks);
  const page = await goTo(id, '', narrowScreens.small);
  await block(page, /Your tea/).waitFor();
  expect(await page.evaluate('scrollY')).toBe(0);
});

test('F6 cycles the sheets on a narrow screen, and Escape closes one without changing the selection', async () => {
  const { id } = await made(threeBlocks);
  const page = await open(id, '', { ...narrowScreens.enlarged, reducedMotion: 'no-preference' });
  await block(page, /Good morning/).click();
  const pane = () =>
    page.evaluate(`(() => {
      const at = document.activeElement.closest('[role=toolbar], [role=listbox], [role=tree], [data-fields]');
      return at?.getAttribute('role') ?? (at && 'fields');
    })()`);
  await canvas(page).focus();
  for (const next of ['tree', 'fields', 'toolbar', 'listbox', 'tree']) {
    await page.keyboard.press('F6');
    await expect.poll(pane).toBe(next);
  }
  await page.keyboard.press('ArrowDown');
  await expect.poll(() => row(page, /Text/).getAttribute('aria-selected')).toBe('true');
  expect(await reflowFaults(page)).toEqual([]);
  expect(await findingsAtNight(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(await block(page, /Your tea/).getAttribute('aria-selected')).toBe('true');
  await expect.poll(pane).toBe('listbox');

  await page.keyboard.press('F6');
  await expect.poll(pane).toBe('tree');
  await page.keyboard.press('Enter');
  await expect.poll(() => page.evaluate('document.activeElement.id')).toBe('field-blocks[1].html');
  await page.context().close();
});

test('"/" keeps the block list in view on a short page', async () => {
  const { id } = await made(threeBlocks);
  const page = await goTo(id, '', narrowScreens.enlarged);
  await block(page, /Drink it/).click();
  const search = page.getByRole('combobox', { name: 'Search blocks' });
  const isInSight = () =>
    search.evaluate((field) => {
      const { top, bottom } = field.getBoundingClientRect();
      return field.matches(':focus') && top >= 0 && bottom <= 256;
    });
  await page.keyboard.press('/');
  await expect.poll(isInSight).toBe(true);
  await page.keyboard.type('line');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  const role = () => page.evaluate('document.activeElement.getAttribute("role")');
  await expect.poll(role).toBe('listbox');
  // Also from the list of blocks, which then lies below it.
  await page.keyboard.press('F6');
  await expect.poll(role).toBe('treeitem');
  await page.keyboard.press('/');
  await expect.poll(isInSight).toBe(true);
  await page.keyboard.press('Escape');
});
