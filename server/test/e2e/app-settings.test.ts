import { beforeEach, expect, test } from 'vitest';
import { appCall, findingsAtNight, waitForExpression } from '../harness/app.ts';
import { emptyStore, type FilledStore } from '../harness/app-store.ts';
import { colleague, hostileTexts, uploadTo, visit } from '../harness/app-visit.ts';
import { pngOf } from '../harness/files.ts';
import { sharedApp } from '../harness/shared-app.ts';

const { browser, origin } = await sharedApp();

let store: FilledStore;

beforeEach(async () => {
  store = await emptyStore(browser, origin);
});

const path = () => `/app/api/stores/${store.id}/settings`;
const change = (...settings: string[]) => appCall(store.owner, origin, 'PATCH', path(), { settings });
const settingsNow = async () =>
  (await appCall<{ settings: Record<string, string> }>(store.owner, origin, 'GET', path())).settings;

test('sets footer texts and logo by keyboard and shows limits', async () => {
  const { key } = await uploadTo(store, origin, '/files', 'logo.png', await pngOf(300, 100));
  const { context, page, wrongs } = await visit(browser, origin, store, 'settings');
  await page.getByText('No logo yet').waitFor();
  await page.getByRole('button', { name: 'Choose image' }).press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'logo.png' }).press('Enter');
  await page.getByRole('img', { name: 'Store logo' }).waitFor();

  await page.getByRole('textbox', { name: 'Company details' }).fill('Tea Ltd, Springfield');
  await page.getByRole('combobox', { name: 'Language' }).fill('German');
  await page.getByRole('option', { name: 'German (de)' }).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  const german = page.getByRole('textbox', { name: 'Company details' });
  // The text for all languages applies here too, until the language has its own.
  await waitForExpression(page, 'document.querySelector("textarea").placeholder === "Tea Ltd, Springfield"');
  await page.getByText('Sie möchten diese E-Mails nicht mehr erhalten? Abmelden').waitFor();
  await german.fill('Tee GmbH, Berlin');
  expect(await findingsAtNight(page)).toEqual([]);
  await page.getByRole('button', { name: 'Save', exact: true }).press('Enter');
  await page.getByText('Settings saved').waitFor();
  await page.getByText('Emails this month').waitFor();
  await page.getByText('0 used, no limit').waitFor();
  expect(await settingsNow()).toEqual({
    logo: key,
    companyDetails: 'Tea Ltd, Springfield',
    'companyDetails.de': 'Tee GmbH, Berlin',
  });
  expect(await page.getByRole('button', { name: 'Save', exact: true }).count()).toBe(0);

  await page.getByRole('button', { name: 'Remove logo' }).press('Enter');
  await page.getByRole('button', { name: 'Discard' }).press('Enter');
  await page.getByRole('img', { name: 'Store logo' }).waitFor();
  expect(await wrongs()).toEqual([]);
  await context.close();
});

test('shows errors at their fields, also of a hidden language', async () => {
  const { context, page } = await visit(browser, origin, store, 'settings');
  await page.getByRole('textbox', { name: 'Unsubscribe text' }).fill('No way out');
  await page.getByRole('combobox', { name: 'Language' }).click();
  await page.getByRole('option', { name: 'French (fr)' }).click();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Add {{ unsubscribe_link }} where you want the link.').waitFor();
  expect(await page.getByRole('combobox', { name: 'Language' }).inputValue()).toBe('All languages');
  expect(await settingsNow()).toEqual({});
  await context.close();
});

test('offers theirs or mine after a conflicting save', async () => {
  await change('companyDetails=Before');
  const { context, page } = await visit(browser, origin, store, 'settings');
  const field = page.getByRole('textbox', { name: 'Company details' });
  await field.fill('Mine');
  await change('companyDetails=Theirs');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const said = page.getByRole('alert').filter({ hasText: 'Someone else changed these settings' });
  await said.waitFor();
  expect((await settingsNow())['companyDetails']).toBe('Theirs');
  expect(await field.inputValue()).toBe('Mine');
  await said.getByRole('button', { name: 'Load their version' }).click();
  await waitForExpression(page, 'document.querySelector("textarea").value === "Theirs"');

  await field.fill('Mine again');
  await change('companyDetails.de=Ihre');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await said.getByRole('button', { name: 'Save my version' }).click();
  await page.getByText('Settings saved').waitFor();
  expect(await settingsNow()).toEqual({ companyDetails: 'Mine again', 'companyDetails.de': 'Ihre' });
  await context.close();
});

test('a viewer reads only; stored texts are escaped', async () => {
  const [first = '', second = ''] = hostileTexts;
  await change(
    `companyDetails=${first}`,
    `companyDetails.de=${second}`,
    `unsubscribeText=${first} {{ unsubscribe_link }} ${second}`,
    `unsubscribeLinkLabel=javascript:window.ran=1 ${second}`,
  );
  const state = await colleague(browser, origin, store, 'viewer');
  const { context, page, wrongs } = await visit(browser, origin, store, 'settings', { state });
  expect(await page.getByRole('textbox', { name: 'Company details' }).inputValue()).toBe(first);
  expect(await page.getByRole('textbox', { name: 'Company details' }).isEditable()).toBe(false);
  expect(await page.getByRole('button', { name: /Choose|Save/ }).count()).toBe(0);
  await page.getByText('Only editors and owners of this store can change these settings.').waitFor();
  await page.getByRole('combobox', { name: 'Language' }).click();
  await page.getByRole('option', { name: 'German (de)' }).click();
  await page.getByText(second).first().waitFor();
  expect(await wrongs()).toEqual([]);
  await context.close();
});
