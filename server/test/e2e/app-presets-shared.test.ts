import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { BlockMarks } from '../../src/features/rendering/design/block-marks.rules.ts';
import { contextOptions, findingsAtNight, overflows, waitForExpression } from '../harness/app.ts';
import { writeCode } from '../harness/app-code.ts';
import { announcement, block, editorOf, mail, PATIENCE_MS, row, saved, tool } from '../harness/app-editor.ts';
import { emptyStore, type FilledStore } from '../harness/app-store.ts';
import { chooseFromMenu, uploadTo, visit } from '../harness/app-visit.ts';
import { addRun } from '../harness/ended-runs.ts';
import { referringSteps } from '../harness/layouts.ts';
import { nightlyOnly } from '../harness/nightly-only.ts';
import { sharedApp } from '../harness/shared-app.ts';
import { sized } from '../harness/size.ts';

const { browser, origin, outstep } = await sharedApp();

let store: FilledStore;
let { call, goTo, made, open } = {} as ReturnType<typeof editorOf>;
beforeAll(async () => {
  store = await emptyStore(browser, origin);
  ({ call, goTo, made, open } = editorOf(browser, origin, store));
});

const text = (html: string) => [{ type: 'text', html: `<p>${html}</p>` }];
const addPreset = (kind: string, name: string, blocks: unknown) =>
  uploadTo(
    store,
    origin,
    `/presets?${new URLSearchParams({ kind, name })}`,
    'p.json',
    JSON.stringify(blocks),
  );
const area = (page: Page) => page.getByRole('textbox', { name: 'Blocks' });
const frame = (page: Page) => page.frameLocator('iframe[title="Preview"]');
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true });
const unsaved = (page: Page) => page.getByText('unsaved', { exact: true });
const htmlIn = async (id: string, locale: string) =>
  (await call<{ html: string }>('POST', `/email-templates/${id}/preview`, { locale })).html;

nightlyOnly('a footer in two languages changes two layouts at once and can be restored', async () => {
  const { id: footer } = await addPreset('footer', 'Main footer', text('Bye'));
  const layouts: string[] = [];
  for (const name of ['Order', 'Shipping']) {
    const { id } = await made({ blocks: [], footer: { preset: footer } }, { name });
    await call('PUT', `/email-templates/${id}/translations/de`, { subject: 'Hallo' });
    layouts.push(id);
  }
  const { context, page, wrongs } = await visit(browser, origin, store, `presets/${footer}`);
  context.setDefaultTimeout(PATIENCE_MS);
  await page.getByRole('button', { name: 'Add language' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add language' });
  await dialog.getByRole('combobox', { name: 'Language', exact: true }).fill('German');
  await page.getByRole('option', { name: 'German (de)', exact: true }).click();
  await dialog.getByRole('button', { name: 'Add language' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByText('1 text out of date', { exact: true }).waitFor();
  await writeCode(page, area(page), JSON.stringify(text('Tschüs')));
  await frame(page).getByText('Tschüs').waitFor();
  await page.getByRole('button', { name: 'Impact: 2 layouts · no runs in 30 days' }).click();
  const reached = page.getByRole('dialog', { name: /Impact: 2 layouts/ });
  await reached.getByRole('link', { name: 'Shipping' }).waitFor();
  expect(await reached.getByText('German (de)').count()).toBe(2);
  expect(await findingsAtNight(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await reached.waitFor({ state: 'detached' });
  await save(page).click();
  await unsaved(page).waitFor({ state: 'detached' });
  await page.getByText('1 text out of date', { exact: true }).waitFor({ state: 'detached' });
  for (const id of layouts) {
    expect(await htmlIn(id, 'de')).toContain('Tschüs');
    expect(await htmlIn(id, 'en')).toContain('Bye');
  }

  // The canvas of a German email shows the German footer, byte for byte like the server's page.
  const editor = await open(layouts[0] as string, '?locale=de');
  await mail(editor).getByText('Tschüs').waitFor();
  await waitForExpression(editor, 'window.drawnMail?.html.includes("Tschüs")');
  const drawn = await editor.evaluate<{ html: string; word: string }>('window.drawnMail');
  expect(BlockMarks.takeOut(drawn)).toBe(await htmlIn(layouts[0] as string, 'de'));
  await editor.context().close();

  await page.getByRole('tab', { name: 'Versions' }).click();
  await page.getByRole('button', { name: 'Compare version 1 with the current version' }).click();
  const compared = page.getByRole('dialog', { name: /Changes from version 1 to version 3/ });
  await compared.getByText('languages.de').waitFor();
  await page.keyboard.press('Escape');
  await compared.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Version 3' }).click();
  const looked = page.getByRole('dialog', { name: 'Version 3' });
  await looked.frameLocator('iframe').getByText('Bye').waitFor();
  expect(await findingsAtNight(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await looked.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Restore version 1' }).click();
  const sure = page.getByRole('dialog', { name: 'Restore Version 1?' });
  await sure.getByText('This applies to the next email of 2 layouts.', { exact: false }).waitFor();
  await sure.getByRole('button', { name: 'Restore' }).click();
  await sure.waitFor({ state: 'detached' });
  await page.getByText('Restored version 1').waitFor();
  for (const id of layouts) expect(await htmlIn(id, 'de')).toContain('Bye');
  expect(await wrongs()).toEqual([]);
  await page.setViewportSize({ width: 320, height: 700 });
  expect(await overflows(page)).toBe(false);
  await context.close();
});

nightlyOnly('shares a block, uses it in a second layout, and detaches it', async () => {
  const heading = { type: 'heading', text: 'Shipping is free' };
  const { id: one } = await made({ blocks: [...text('Hello'), heading] }, { name: 'First' });
  const { id: two } = await made({ blocks: text('Good day') }, { name: 'Second' });
  const page = await open(one);
  await row(page, /Shipping is free/).click();
  await tool(page, 'More').click();
  await page.getByRole('menuitem', { name: 'Save as shared section' }).click();
  const dialog = page.getByRole('dialog', { name: 'Save as shared section' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Free shipping');
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
  await announcement(page, 'Heading is now a shared section');
  await row(page, /Shared section: Free shipping/).waitFor();
  await mail(page).getByText('Shipping is free').waitFor();
  expect(await findingsAtNight(page)).toEqual([]);
  await saved(page);
  const { items } = await call<{ items: { id: string }[] }>('GET', '/presets?kind=part');
  const preset = items[0]?.id;
  const designOf = async (id: string) => (await call('GET', `/email-templates/${id}`)).bodyDesign;
  expect(await designOf(one)).toEqual({ blocks: [...text('Hello'), { type: 'part', preset }] });
  await page.context().close();

  const second = await open(two);
  await tool(second, 'Add block').click();
  await second.getByRole('combobox', { name: 'Search blocks' }).fill('free');
  await second.getByRole('option', { name: /Free shipping/ }).click();
  await mail(second).getByText('Shipping is free').waitFor();
  await second.getByText('Used by 1 layout.', { exact: false }).waitFor();
  await saved(second);
  const drawn = await second.evaluate<{ html: string; word: string }>('window.drawnMail');
  expect(BlockMarks.takeOut(drawn)).toBe(await htmlIn(two, 'en'));
  await second.getByRole('button', { name: 'Detach' }).click();
  await row(second, /Heading: Shipping is free/).waitFor();
  await mail(second).getByText('Shipping is free').waitFor();
  expect(await second.evaluate('document.activeElement !== document.body')).toBe(true);
  await tool(second, 'Undo').click();
  await row(second, /Shared section: Free shipping/).waitFor();
  await tool(second, 'Redo').click();
  await saved(second);
  expect(await designOf(two)).toEqual({ blocks: [...text('Good day'), heading] });
  await second.context().close();
});

test('editing a shared footer in an email saves it separately and keeps unsaved layout changes', async () => {
  const heading = (words: string) => ({ type: 'heading', text: words });
  const { id: footer } = await addPreset('footer', 'Shop footer', [heading('Bye'), heading('Imprint')]);
  const long = Array.from({ length: 6 }, () => ({ type: 'spacer', height: 200 }));
  const use = { blocks: [...text('Hello'), ...long], footer: { preset: footer } };
  const { id } = await made(use, { name: 'Welcome' });
  const { id: other } = await made(use, { name: 'Farewell' });
  const blocksOf = async () => (await call<{ blocks: unknown }>('GET', `/presets/${footer}`)).blocks;
  const page = await goTo(id);
  const editHere = page.getByRole('button', { name: 'Edit here' });
  const head = page.getByRole('heading', { name: 'Editing shared section: Footer: Shop footer' });
  const words = page.getByRole('textbox', { name: 'Text', exact: true });
  const saveFooter = page.getByRole('button', { name: 'Save footer' });
  const focused = () => page.evaluate('document.activeElement?.getAttribute("aria-label")');
  const begin = async () => {
    await editHere.click();
    await head.waitFor();
    await expect.poll(focused).toBe('Email');
  };
  await page.getByRole('textbox', { name: 'Subject' }).fill('A subject of mine');
  await block(page, 'Footer, shared, locked').click();
  await page.getByText('Used by 2 layouts.', { exact: false }).waitFor();
  await begin();
  await announcement(page, 'Editing shared section: Footer: Shop footer');
  await expect
    .poll(() => page.getByRole('tree').getByRole('treeitem').allTextContents())
    .toEqual(['Footer: Shop footer ', 'Heading: Bye', 'Heading: Imprint']);
  expect(await block(page, /Hello/).count()).toBe(0);
  expect(await page.getByRole('textbox', { name: 'Subject' }).count()).toBe(0);
  await words.fill('Goodbye');
  await mail(page).getByText('Goodbye').waitFor();
  expect(await mail(page).getByText('Hello').count()).toBe(1);
  await page.getByRole('button', { name: 'Impact: 2 layouts · no runs in 30 days' }).waitFor();
  expect(await findingsAtNight(page)).toEqual([]);
  await tool(page, 'Undo').click();
  await mail(page).getByText('Bye', { exact: true }).waitFor();
  await tool(page, 'Redo').click();
  await mail(page).getByText('Goodbye').waitFor();

  // Someone else changes the other block in the meantime: both changes are saved.
  await call('PUT', `/presets/${footer}`, { blocks: [heading('Bye'), heading('Imprint and terms')] });
  await words.press('Control+s');
  await head.waitFor({ state: 'detached' });
  await expect.poll(focused).toBe('Email');
  expect(await blocksOf()).toEqual([heading('Goodbye'), heading('Imprint and terms')]);
  await mail(page).getByText('Imprint and terms').waitFor();
  await mail(page).getByText('Goodbye').waitFor();
  await unsaved(page).waitFor();
  expect(await page.getByRole('textbox', { name: 'Subject' }).inputValue()).toBe('A subject of mine');
  expect(await htmlIn(other, 'en')).toContain('Goodbye');

  // Work left unsaved is kept and offered again.
  await begin();
  await words.fill('So long');
  await page.getByRole('button', { name: 'Back to layout' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click();
  await head.waitFor({ state: 'detached' });
  await expect.poll(focused).toBe('Email');
  await mail(page).getByText('Goodbye').waitFor();
  await begin();
  await page.getByRole('button', { name: 'Restore' }).click();
  await mail(page).getByText('So long').waitFor();

  // Both change the same block: the app asks, and undo restores what was discarded.
  await call('PUT', `/presets/${footer}`, { blocks: [heading('Cheers'), heading('Imprint and terms')] });
  await page.setViewportSize({ width: 375, height: 740 });
  await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)');
  await saveFooter.click();
  const asked = page.getByRole('alert').filter({ hasText: 'Someone else saved this layout' });
  // The question appears above the email, although the save button is at its end.
  await expect.poll(async () => (await asked.boundingBox())?.y ?? -1).toBeGreaterThan(100);
  await page.setViewportSize({ width: 1280, height: 800 });
  expect(await findingsAtNight(page)).toEqual([]);
  await asked.getByRole('button', { name: 'Discard mine, use theirs' }).click();
  await mail(page).getByText('Cheers').waitFor();
  await tool(page, 'Undo').click();
  await mail(page).getByText('So long').waitFor();
  await saveFooter.click();
  await head.waitFor({ state: 'detached' });
  expect(await blocksOf()).toEqual([heading('So long'), heading('Imprint and terms')]);
  await saved(page);
  const layout = await call<{ subject: string; bodyDesign: unknown }>('GET', `/email-templates/${id}`);
  expect([layout.subject, layout.bodyDesign]).toEqual(['A subject of mine', use]);
  await mail(page).getByText('So long').waitFor();
});

nightlyOnly('edits a shared part in a loop by keyboard, on a phone in German', async () => {
  const { id: part } = await addPreset('part', 'Row', [{ type: 'heading', text: '{{ item.name }}' }]);
  const loop = { type: 'loop', source: 'variables.rows', blocks: [{ type: 'part', preset: part }] };
  const testVariables = { rows: [{ name: 'Tea' }, { name: 'Milk' }] };
  const { id } = await made({ testVariables, blocks: [...text('Hello'), loop] }, { name: 'Rows' });
  const page = await open(id, '', contextOptions({ device: 'phone', scheme: 'dark' }, 'de'));
  const focused = () => page.evaluate('document.activeElement?.getAttribute("aria-label")');
  const mailList = page.getByRole('listbox', { name: 'E-Mail' });
  await mailList.getByRole('option').first().waitFor();
  await mailList.focus();
  await page.keyboard.press('End');
  await page.keyboard.press('F6');
  await page.keyboard.press('F6');
  const editHere = page.getByRole('button', { name: 'Hier bearbeiten' });
  await editHere.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Sie bearbeiten: Abschnitt: Row' }).waitFor();
  await expect.poll(focused).toBe('E-Mail');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(await focused()).toBe('E-Mail');
  expect(await overflows(page)).toBe(false);
  expect(await findingsAtNight(page)).toEqual([]);
  await page.keyboard.press('Control+d');
  await expect.poll(() => mailList.getByRole('option').count()).toBe(2);
  await page.keyboard.press('Control+s');
  await page.getByRole('button', { name: 'Zurück zum Layout' }).waitFor({ state: 'detached' });
  await expect.poll(focused).toBe('E-Mail');
  expect((await call<{ blocks: unknown[] }>('GET', `/presets/${part}`)).blocks).toHaveLength(2);
  await page.context().close();
});

/** Only a share of the largest footer, except in the nightly check. */
const FOOTER = sized({ layouts: 6, languages: 2 }, { layouts: 30, languages: 7 });

test('shows the impact on many layouts and languages before saving and deleting (contract: The app 4)', async () => {
  const { id: footer } = await addPreset('footer', 'Legal footer', text('Imprint'));
  const { id: first } = await made({ blocks: [], footer: { preset: footer } }, { name: 'Legal order' });
  for (const locale of ['de', 'fr', 'it', 'es', 'nl', 'pl', 'sv'].slice(0, FOOTER.languages))
    await call('PUT', `/email-templates/${first}/translations/${locale}`, { subject: locale });
  for (let i = 1; i < FOOTER.layouts; i++)
    await call('POST', `/email-templates/${first}/duplicate`, { name: `Legal ${i}` });
  await referringSteps(outstep.core, store.id, first, 2);
  for (const locale of ['en', 'de', 'de'])
    await addRun(outstep.core, store.id, first, { locale, stepId: `${first} 1` });
  const { context, page, wrongs } = await visit(browser, origin, store, `presets/${footer}`);
  context.setDefaultTimeout(PATIENCE_MS);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await writeCode(page, area(page), JSON.stringify(text('Imprint and terms')));
  const line = `Impact: ${FOOTER.layouts} layouts · 2 workflow steps · 3 runs in 30 days`;
  await page.getByRole('button', { name: line }).click();
  const reached = page.getByRole('dialog', { name: line });
  const layouts = reached.getByRole('list', { name: 'Layouts' }).getByRole('listitem');
  expect(await layouts.count()).toBe(FOOTER.layouts);
  const order = layouts.filter({ hasText: 'Legal order' });
  const names = ['English', 'German', 'French', 'Italian', 'Spanish', 'Dutch', 'Polish', 'Swedish'];
  for (const language of names.slice(0, FOOTER.languages + 1))
    expect(await order.textContent()).toContain(language);
  expect(await order.textContent()).toContain('3 runs');
  const steps = reached.getByRole('list', { name: 'Workflow steps' }).getByRole('listitem');
  expect(await steps.first().textContent()).toMatch(/^Order paidStep .* 1 · 3 runs, last run: /);
  expect(await findingsAtNight(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await reached.waitFor({ state: 'detached' });
  await area(page).press('End');
  await page.keyboard.type('   ');
  expect(asked.filter((path) => path.endsWith('/reach'))).toHaveLength(1);
  await save(page).click();
  await unsaved(page).waitFor({ state: 'detached' });

  await page.goto(`${origin}/stores/${store.id}/presets`);
  await chooseFromMenu(page, 'Legal footer', 'Delete');
  await page.getByRole('dialog', { name: 'Legal footer is in use' }).getByText(line).waitFor();
  await page.goto(`${origin}/stores/${store.id}/layouts?q=Legal+order`);
  await chooseFromMenu(page, 'Legal order', 'Delete');
  const deleting = page.getByRole('dialog', { name: 'Delete “Legal order”?' });
  await deleting.getByText('2 workflow steps use this and will fail:').waitFor();
  await deleting.getByText('In total: 3 runs in 30 days.').waitFor();
  expect(await wrongs()).toEqual([]);
  await context.close();
});
