import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { BlockMarks } from '../../src/features/rendering/design/block-marks.rules.ts';
import { becomesTrue, overflows, seriousFindings } from '../harness/app.ts';
import { writeCode } from '../harness/app-code.ts';
import { editorOf, mail, PATIENCE_MS, row, said, saved, tool } from '../harness/app-editor.ts';
import { emptyStore, type FilledStore } from '../harness/app-store.ts';
import { chooseFromMenu, uploadTo, visit } from '../harness/app-visit.ts';
import { addRun } from '../harness/ended-runs.ts';
import { referringSteps } from '../harness/layouts.ts';
import { sharedApp } from '../harness/shared-app.ts';

const { browser, origin, outstep } = await sharedApp();

let store: FilledStore;
let { call, made, open } = {} as ReturnType<typeof editorOf>;
beforeAll(async () => {
  store = await emptyStore(browser, origin);
  ({ call, made, open } = editorOf(browser, origin, store));
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
const unsaved = (page: Page) => page.getByText('not saved', { exact: true });
const htmlIn = async (id: string, locale: string) =>
  (await call<{ html: string }>('POST', `/email-templates/${id}/preview`, { locale })).html;

test('a footer is written in two languages, changed once for two layouts, and restored', async () => {
  const { id: footer } = await addPreset('footer', 'Main footer', text('Bye'));
  const layouts: string[] = [];
  for (const name of ['Order', 'Shipping']) {
    const { id } = await made({ blocks: [], footer: { preset: footer } }, { name });
    await call('PUT', `/email-templates/${id}/translations/de`, { subject: 'Hallo' });
    layouts.push(id);
  }
  const { context, page, wrongs } = await visit(browser, origin, store, `presets/${footer}`);
  context.setDefaultTimeout(PATIENCE_MS);
  await page.getByRole('button', { name: 'Add a language' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a language' });
  await dialog.getByRole('combobox', { name: 'Language', exact: true }).fill('German');
  await page.getByRole('option', { name: 'German (de)', exact: true }).click();
  await dialog.getByRole('button', { name: 'Add a language' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByText('1 text is out of date', { exact: true }).waitFor();
  await writeCode(page, area(page), JSON.stringify(text('Tschüs')));
  await frame(page).getByText('Tschüs').waitFor();
  await page.getByRole('button', { name: 'Reaches 2 layouts · no known workflow step' }).click();
  const reached = page.getByRole('dialog', { name: /Reaches 2 layouts/ });
  await reached.getByRole('link', { name: 'Shipping' }).waitFor();
  expect(await reached.getByText('German (de)').count()).toBe(2);
  expect(await seriousFindings(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await reached.waitFor({ state: 'detached' });
  await save(page).click();
  await unsaved(page).waitFor({ state: 'detached' });
  await page.getByText('1 text is out of date', { exact: true }).waitFor({ state: 'detached' });
  for (const id of layouts) {
    expect(await htmlIn(id, 'de')).toContain('Tschüs');
    expect(await htmlIn(id, 'en')).toContain('Bye');
  }

  // The canvas of a German mail has the German footer, to the byte of the server's page.
  const editor = await open(layouts[0] as string, '?locale=de');
  await mail(editor).getByText('Tschüs').waitFor();
  await becomesTrue(editor, 'window.drawnMail?.html.includes("Tschüs")');
  const drawn = await editor.evaluate<{ html: string; word: string }>('window.drawnMail');
  expect(BlockMarks.takeOut(drawn)).toBe(await htmlIn(layouts[0] as string, 'de'));
  await editor.context().close();

  await page.getByRole('tab', { name: 'Versions' }).click();
  await page.getByRole('button', { name: 'Compare version 1 with the current one' }).click();
  const compared = page.getByRole('dialog', { name: /From version 1 to version 3/ });
  await compared.getByText('languages.de').waitFor();
  await page.keyboard.press('Escape');
  await compared.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Version 3' }).click();
  const looked = page.getByRole('dialog', { name: 'Version 3' });
  await looked.frameLocator('iframe').getByText('Bye').waitFor();
  expect(await seriousFindings(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await looked.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Restore version 1' }).click();
  const sure = page.getByRole('dialog', { name: 'Restore Version 1?' });
  await sure.getByText('The next mails of 2 layouts have it.', { exact: false }).waitFor();
  await sure.getByRole('button', { name: 'Restore' }).click();
  await sure.waitFor({ state: 'detached' });
  await page.getByText('Restored version 1').waitFor();
  for (const id of layouts) expect(await htmlIn(id, 'de')).toContain('Bye');
  expect(await wrongs()).toEqual([]);
  await page.setViewportSize({ width: 320, height: 700 });
  expect(await overflows(page)).toBe(false);
  await context.close();
});

test('a block is shared, stands in a second layout, and is detached', async () => {
  const heading = { type: 'heading', text: 'Shipping is free' };
  const { id: one } = await made({ blocks: [...text('Hello'), heading] }, { name: 'First' });
  const { id: two } = await made({ blocks: text('Good day') }, { name: 'Second' });
  const page = await open(one);
  await row(page, /Shipping is free/).click();
  await tool(page, 'More').click();
  await page.getByRole('menuitem', { name: 'Share as a part' }).click();
  const dialog = page.getByRole('dialog', { name: 'Share as a part' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Free shipping');
  await dialog.getByRole('button', { name: 'Share', exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
  await said(page, 'Heading is a shared part now');
  await row(page, /Shared part: Free shipping/).waitFor();
  await mail(page).getByText('Shipping is free').waitFor();
  expect(await seriousFindings(page)).toEqual([]);
  await saved(page);
  const { items } = await call<{ items: { id: string }[] }>('GET', '/presets?kind=part');
  const preset = items[0]?.id;
  const designOf = async (id: string) => (await call('GET', `/email-templates/${id}`)).bodyDesign;
  expect(await designOf(one)).toEqual({ blocks: [...text('Hello'), { type: 'part', preset }] });
  await page.context().close();

  const second = await open(two);
  await tool(second, 'Add a block').click();
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
  await row(second, /Shared part: Free shipping/).waitFor();
  await tool(second, 'Redo').click();
  await saved(second);
  expect(await designOf(two)).toEqual({ blocks: [...text('Good day'), heading] });
  await second.context().close();
});

test('whoever changes the footer of thirty layouts in eight languages sees that before saving, and before deleting (contract: The app 4)', async () => {
  const { id: footer } = await addPreset('footer', 'Legal footer', text('Imprint'));
  const { id: first } = await made({ blocks: [], footer: { preset: footer } }, { name: 'Legal order' });
  for (const locale of ['de', 'fr', 'it', 'es', 'nl', 'pl', 'sv'])
    await call('PUT', `/email-templates/${first}/translations/${locale}`, { subject: locale });
  for (let i = 1; i < 30; i++)
    await call('POST', `/email-templates/${first}/duplicate`, { name: `Legal ${i}` });
  await referringSteps(outstep.core, store.id, first, 2);
  for (const locale of ['en', 'de', 'de'])
    await addRun(outstep.core, store.id, first, { locale, stepId: `${first} 1` });
  const { context, page, wrongs } = await visit(browser, origin, store, `presets/${footer}`);
  context.setDefaultTimeout(PATIENCE_MS);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await writeCode(page, area(page), JSON.stringify(text('Imprint and terms')));
  const line = 'Reaches 30 layouts · 2 workflow steps · 3 runs in 30 days';
  await page.getByRole('button', { name: line }).click();
  const reached = page.getByRole('dialog', { name: line });
  const layouts = reached.getByRole('list', { name: 'Layouts' }).getByRole('listitem');
  expect(await layouts.count()).toBe(30);
  const order = layouts.filter({ hasText: 'Legal order' });
  for (const language of ['English', 'German', 'French', 'Italian', 'Spanish', 'Dutch', 'Polish', 'Swedish'])
    expect(await order.textContent()).toContain(language);
  expect(await order.textContent()).toContain('3 runs');
  const steps = reached.getByRole('list', { name: 'Workflow steps' }).getByRole('listitem');
  expect(await steps.first().textContent()).toMatch(/^Order paidStep .* 1 · 3 runs, last: /);
  expect(await seriousFindings(page)).toEqual([]);
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
  await deleting.getByText('2 workflow steps use it and will fail:').waitFor();
  await deleting.getByText('Together: 3 runs in 30 days.').waitFor();
  expect(await wrongs()).toEqual([]);
  await context.close();
});
