import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { appearances, findingsAtNight, overflows, show } from '../harness/app.ts';
import { writeCode } from '../harness/app-code.ts';
import { block, desktop, editorOf, mail, PATIENCE_MS, row, saved } from '../harness/app-editor.ts';
import { emptyStore, type FilledStore } from '../harness/app-store.ts';
import { uploadTo, visit } from '../harness/app-visit.ts';
import { nightlyOnly } from '../harness/nightly-only.ts';
import { sharedApp } from '../harness/shared-app.ts';

const { browser, origin } = await sharedApp();

let store: FilledStore;
let { call, made, open } = {} as ReturnType<typeof editorOf>;
beforeAll(async () => {
  store = await emptyStore(browser, origin);
  ({ call, made, open } = editorOf(browser, origin, store));
});

const opener = (page: Page) => page.getByRole('button', { name: 'Compare changes' });
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Compare changes' });
const savedFrame = (page: Page) => dialog(page).frameLocator('iframe[title="Saved version"]');
const editedFrame = (page: Page) => dialog(page).frameLocator('iframe[title="Your changes"]');
const differing = (page: Page) => dialog(page).getByRole('listitem').allTextContents();
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
/** Outlined blocks in the email of one pane. */
const outlines = (page: Page, pane: string) =>
  dialog(page).getByRole('region', { name: pane }).locator('[data-current]');
const choose = async (page: Page, list: string, option: string | RegExp) => {
  await dialog(page).getByRole('combobox', { name: list }).click();
  await page.getByRole('option', { name: option }).click();
};

const RUNS = '<img src=x onerror=parent.ran=1><script>parent.ran=1</script>';
const tall = (i: number) => ({ type: 'text', html: `<p>Tea number ${i}</p>`, padding: { bottom: 80 } });

test('shows a layout and its translation before and after, and links each difference to its place', async () => {
  const teas = Array.from({ length: 12 }, (_, i) => tall(i));
  const { id } = await made({
    blocks: [
      ...teas,
      { type: 'heading', text: 'Good morning {{ variables.name }}' },
      { type: 'button', label: 'Drink it', url: 'https://tea.example' },
    ],
    testVariables: { name: RUNS },
  });
  const german = [
    { type: 'heading', text: 'Guten Morgen' },
    { type: 'button', label: 'Jetzt trinken', url: 'https://tea.example' },
  ];
  await call('PUT', `/email-templates/${id}/translations/de`, {
    ...{ subject: 'Hallo', bodyDesign: { blocks: [...teas, ...german] } },
  });
  const page = await open(id);
  await block(page, /Good morning/).waitFor();
  expect(await opener(page).count()).toBe(0);
  await row(page, /Good morning/).click();
  await field(page, 'Text').fill('Good evening {{ variables.name }}');
  await field(page, 'Subject').fill('The evening tea');
  await row(page, /Drink it/).click();
  await row(page, /Drink it/).press('Delete');
  await mail(page).getByText('Good evening').waitFor();
  await opener(page).click();
  await savedFrame(page).getByText('Good morning').waitFor();
  await editedFrame(page).getByText('Good evening').waitFor();
  await dialog(page).getByText('2 visible changes:').waitFor();
  expect(await differing(page)).toEqual([
    expect.stringMatching(/^Heading: Good evening .* · changed$/),
    'Button: Drink it · removed',
  ]);
  for (const line of ['Hello', 'The evening tea'])
    await dialog(page).getByText(line, { exact: true }).waitFor();
  // The first difference is far down in both panes, and visible.
  for (const pane of ['Saved version', 'Your changes'])
    await expect
      .poll(() => outlines(page, pane).evaluate(isInView), { timeout: PATIENCE_MS, message: pane })
      .toBe(true);
  await dialog(page)
    .getByRole('button', { name: /Drink it/ })
    .press('Enter');
  await outlines(page, 'Saved version').and(page.locator('[data-how=removed]')).waitFor();
  expect(await outlines(page, 'Your changes').count()).toBe(0);
  for (const look of appearances) {
    await show(page, look);
    expect(await findingsAtNight(page)).toEqual([]);
    expect(await overflows(page)).toBe(false);
  }
  await show(page, desktop);

  await choose(page, 'Language', 'German (de) (follows the main language)');
  await dialog(page).getByText('1 visible change:').waitFor();
  expect(await differing(page)).toEqual(['Button: Jetzt trinken · removed']);
  await savedFrame(page).getByText('Jetzt trinken').waitFor();
  await editedFrame(page).getByText('Guten Morgen').waitFor();
  expect(await editedFrame(page).getByText('Jetzt trinken').count()).toBe(0);
  expect(await page.evaluate('"ran" in window')).toBe(false);
  await page.keyboard.press('Escape');
  await dialog(page).waitFor({ state: 'detached' });
  await expect.poll(() => opener(page).evaluate((each) => each.matches(':focus'))).toBe(true);

  // The email is sent as it was shown.
  await saved(page);
  const { html } = await call<{ html: string }>('POST', `/email-templates/${id}/preview`, { locale: 'de' });
  expect([html.includes('Guten Morgen'), html.includes('Jetzt trinken')]).toEqual([true, false]);
  await page.context().close();
});

nightlyOnly('compares saved and unsaved preset in each email that uses it', async () => {
  const footer = (html: string, more = {}) =>
    JSON.stringify([{ type: 'text', html: `<p>${html}</p>`, ...more }]);
  const query = new URLSearchParams({ kind: 'footer', name: 'Main footer' });
  const { id: preset } = await uploadTo(store, origin, `/presets?${query}`, 'p.json', footer('Bye'));
  for (const name of ['Order', 'Shipping']) {
    const text = { type: 'text', html: `<p>About: ${name}</p>` };
    const { id } = await made({ blocks: [text], footer: { preset } }, { name });
    const bodyDesign = { blocks: [{ ...text, html: `<p>Zu: ${name}</p>` }], footer: { preset } };
    await call('PUT', `/email-templates/${id}/translations/de`, { subject: 'Hallo', bodyDesign });
  }
  const { context, page, wrongs } = await visit(browser, origin, store, `presets/${preset}`);
  context.setDefaultTimeout(PATIENCE_MS);
  const area = page.getByRole('textbox', { name: 'Blocks' });
  // A block's name is for its author only.
  await writeCode(page, area, footer('Bye', { id: 'greeting' }));
  await opener(page).click();
  await dialog(page).getByText('Recipients won’t see any difference.').waitFor();
  await page.keyboard.press('Escape');
  await dialog(page).waitFor({ state: 'detached' });
  await expect.poll(() => opener(page).evaluate((each) => each.matches(':focus'))).toBe(true);
  await writeCode(page, area, footer('See you soon'));
  await opener(page).click();
  await savedFrame(page).getByText('Zu: Order').waitFor();
  await savedFrame(page).getByText('Bye').waitFor();
  await editedFrame(page).getByText('See you soon').waitFor();
  await choose(page, 'Layout', 'Shipping');
  await choose(page, 'Language', 'English (en)');
  await editedFrame(page).getByText('About: Shipping').waitFor();
  await editedFrame(page).getByText('See you soon').waitFor();
  await savedFrame(page).getByText('Bye').waitFor();
  expect(await differing(page)).toEqual(['Text: See you soon · changed']);
  expect(await findingsAtNight(page)).toEqual([]);
  expect(await wrongs()).toEqual([]);
  await context.close();
});

/** Whether the element is in the visible part of its pane. */
function isInView(element: unknown): boolean {
  const box = (each: unknown) =>
    (each as { getBoundingClientRect(): { top: number; bottom: number } }).getBoundingClientRect();
  const room = (element as { closest(of: string): unknown }).closest('section');
  return box(element).top >= box(room).top && box(element).top < box(room).bottom;
}
