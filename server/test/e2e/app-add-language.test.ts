import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { findingsAtNight } from '../harness/app.ts';
import { editorOf, mail, PATIENCE_MS, view } from '../harness/app-editor.ts';
import { emptyStore, type FilledStore } from '../harness/app-store.ts';
import { sharedApp } from '../harness/shared-app.ts';

const { browser, origin } = await sharedApp();

let store: FilledStore;
let { call, goTo, open } = {} as ReturnType<typeof editorOf>;
beforeAll(async () => {
  store = await emptyStore(browser, origin);
  ({ call, goTo, open } = editorOf(browser, origin, store));
});

interface Starter {
  key: string;
  subject: string;
  previewText: string;
  bodyDesign: object;
}
interface Language {
  subject: string;
  bodyDesign: object;
  stale: string[];
  untranslated: string[];
  incomplete: boolean;
}

const starterIn = async (language: string, key: string) => {
  const { items } = await call<{ items: Starter[] }>('GET', `/ready-designs?language=${language}`);
  const { key: _, ...content } = items.find((each) => each.key === key) as Starter;
  return content;
};
const languageOf = (id: string, locale: string) =>
  call<Language>('GET', `/email-templates/${id}/translations/${locale}`);

async function add(page: Page, name: string) {
  await page.getByRole('button', { name: 'Add language' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add language' });
  await dialog.getByRole('combobox', { name: 'Language' }).fill(name);
  await page.getByRole('option', { name, exact: true }).click();
  await dialog.getByRole('button', { name: 'Add language' }).click();
  await dialog.waitFor({ state: 'detached' });
}
const board = (page: Page) => page.getByRole('region', { name: 'Texts to translate' });
const expectNobodyElse = async (page: Page) =>
  expect(await page.getByText(/Someone else|by someone else/).count()).toBe(0);
const expectNoFindings = (page: Page) =>
  expect.poll(() => findingsAtNight(page), { timeout: PATIENCE_MS }).toEqual([]);

test('a language added to an unchanged starter design comes translated and complete; another one opens in Translate and is incomplete (contract: The app 23; Translations 10)', async () => {
  const english = await starterIn('en', 'welcome');
  const { id } = await call('POST', '/email-templates', { name: 'Welcome', ...english });
  // The editor has been open, as for anyone who adds a language from there.
  const page = await open(id);
  await mail(page).getByText('Go to your account').waitFor();
  await page.getByRole('tab', { name: 'Languages' }).click();
  await add(page, 'German (de)');
  await page
    .getByText('German (de) added. 10 texts come from the starter design in this language.')
    .waitFor();
  await mail(page).getByText('Zum Kundenkonto').waitFor();
  await expectNobodyElse(page);
  expect(await page.getByText(/not translated|out of date/).count()).toBe(0);
  const { subject, bodyDesign } = await starterIn('de', 'welcome');
  expect(await languageOf(id, 'de')).toMatchObject({ subject, bodyDesign, stale: [], incomplete: false });

  await page.getByRole('tab', { name: 'Languages' }).click();
  await add(page, 'Dutch (nl)');
  await board(page).getByText('10 of 10 texts need translation').waitFor();
  await board(page).getByRole('textbox', { name: 'Subject, Dutch (nl)' }).waitFor();
  await expectNobodyElse(page);
  await expectNoFindings(page);
  await view(page, 'Design').click();
  await mail(page).getByText('Go to your account').waitFor();
  await page.getByText('10 texts not translated').waitFor();
  await expectNobodyElse(page);
  await page.getByRole('combobox', { name: 'Language' }).click();
  await page.getByRole('option', { name: /Dutch .*Incomplete/ }).waitFor();
  expect(await page.getByRole('option', { name: /German .*Incomplete/ }).count()).toBe(0);
  await page.keyboard.press('Escape');

  await page.getByRole('tab', { name: 'Languages' }).click();
  const table = page.getByRole('table', { name: 'Languages' });
  await table.getByRole('button', { name: 'Incomplete: 10 texts not translated' }).waitFor();
  await expectNoFindings(page);
  await page.goto(`${origin}/stores/${store.id}/layouts`);
  await page.getByRole('table').getByTitle('Incomplete').getByText('nl').waitFor();
  await expectNoFindings(page);
  await page.context().close();
});

test('translates the fallback texts of values, which are suggestions and keep no language incomplete (contract: Translations 10; The app 16)', async () => {
  const bodyDesign = { blocks: [{ type: 'heading', text: 'Hi {{ variables.name | default: "there" }}' }] };
  const { id } = await call('POST', '/email-templates', { name: 'A', subject: 'Hello', bodyDesign });
  await call('POST', `/email-templates/${id}/languages`, { locale: 'de' });
  const page = await goTo(id, '?locale=de&view=translate');
  await board(page).getByText('2 of 2 texts need translation').waitFor();
  const fallback = board(page).getByRole('textbox', { name: /^Fallback text 1 of Text of block 1/ });
  await board(page).getByText('Fallback for “there”').waitFor();
  await board(page).getByRole('textbox', { name: 'Subject, German (de)' }).click();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('Hallo');
  const heading = board(page)
    .getByRole('textbox', { name: /^Text of block 1 .*, German \(de\)$/ })
    .first();
  await fallback.fill('');
  await fallback.pressSequentially('Sie');
  // The surrounding texts are unchanged.
  await board(page).getByText('1 of 2 texts needs translation').waitFor();
  await heading.click();
  await page.keyboard.press('Home');
  await page.keyboard.type('Na, ');
  await board(page).getByText('All 2 texts are up to date').first().waitFor();
  await expectNoFindings(page);
  await page.keyboard.press('Control+s');
  await page.getByText('unsaved').first().waitFor({ state: 'detached' });
  expect(await languageOf(id, 'de')).toMatchObject({
    ...{ subject: 'Hallo', stale: [], incomplete: false },
    bodyDesign: { blocks: [{ text: 'Na, Hi {{ variables.name | default: "Sie" }}' }] },
  });
});

test('the switch to send complete languages only is part of the details (contract: Translations 11)', async () => {
  const { id } = await call('POST', '/email-templates', { name: 'A', subject: 'Hello' });
  const page = await goTo(id, '?tab=details');
  const only = page.getByRole('switch', { name: 'Send only complete languages' });
  expect(await only.isChecked()).toBe(false);
  await only.check();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const isOn = async () =>
    (await call<{ completeLanguagesOnly: boolean }>('GET', `/email-templates/${id}`)).completeLanguagesOnly;
  await expect.poll(isOn, { timeout: PATIENCE_MS }).toBe(true);
  await expectNoFindings(page);
});
