import { beforeEach, expect, test } from 'vitest';
import { appCall, becomesTrue, seriousFindings } from '../harness/app.ts';
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

test('texts for all languages and for one, and the logo are set by keyboard and kept; limits are shown', async () => {
  const { key } = await uploadTo(store, origin, '/files', 'logo.png', await pngOf(300, 100));
  const { context, page, wrongs } = await visit(browser, origin, store, 'settings');
  await page.getByText('No logo yet').waitFor();
  await page.getByRole('button', { name: 'Choose a picture' }).press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'logo.png' }).press('Enter');
  await page.getByRole('img', { name: 'The logo of the store' }).waitFor();

  await page.getByRole('textbox', { name: 'Company details' }).fill('Tea Ltd, Springfield');
  await page.getByRole('combobox', { name: 'Language' }).fill('German');
  await page.getByRole('option', { name: 'German (de)' }).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  const german = page.getByRole('textbox', { name: 'Company details' });
  // What holds for all languages holds here too, until it has its own.
  await becomesTrue(page, 'document.querySelector("textarea").placeholder === "Tea Ltd, Springfield"');
  await page.getByText('Sie möchten diese E-Mails nicht mehr erhalten? Abmelden').waitFor();
  await german.fill('Tee GmbH, Berlin');
  expect(await seriousFindings(page)).toEqual([]);
  await page.getByRole('button', { name: 'Save', exact: true }).press('Enter');
  await page.getByText('The settings are saved').waitFor();
  await page.getByText('Messages this month').waitFor();
  await page.getByText('0, without a limit').waitFor();
  expect(await settingsNow()).toEqual({
    logo: key,
    companyDetails: 'Tea Ltd, Springfield',
    'companyDetails.de': 'Tee GmbH, Berlin',
  });
  expect(await page.getByRole('button', { name: 'Save', exact: true }).count()).toBe(0);

  await page.getByRole('button', { name: 'Remove the logo' }).press('Enter');
  await page.getByRole('button', { name: 'Discard' }).press('Enter');
  await page.getByRole('img', { name: 'The logo of the store' }).waitFor();
  expect(await wrongs()).toEqual([]);
  await context.close();
});

test('refusals stand at their fields, of a language that is not shown too', async () => {
  const { context, page } = await visit(browser, origin, store, 'settings');
  await page.getByRole('textbox', { name: 'Unsubscribe sentence' }).fill('No way out');
  await page.getByRole('combobox', { name: 'Language' }).click();
  await page.getByRole('option', { name: 'French (fr)' }).click();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Write {{ unsubscribe_link }} where the link belongs.').waitFor();
  expect(await page.getByRole('combobox', { name: 'Language' }).inputValue()).toBe('All languages');
  expect(await settingsNow()).toEqual({});
  await context.close();
});

test('somebody else has saved: it is said, and either theirs or mine stays', async () => {
  await change('companyDetails=Before');
  const { context, page } = await visit(browser, origin, store, 'settings');
  const field = page.getByRole('textbox', { name: 'Company details' });
  await field.fill('Mine');
  await change('companyDetails=Theirs');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const said = page.getByRole('alert').filter({ hasText: 'Somebody else has changed the settings' });
  await said.waitFor();
  expect((await settingsNow())['companyDetails']).toBe('Theirs');
  expect(await field.inputValue()).toBe('Mine');
  await said.getByRole('button', { name: 'Load theirs' }).click();
  await becomesTrue(page, 'document.querySelector("textarea").value === "Theirs"');

  await field.fill('Mine again');
  await change('companyDetails.de=Ihre');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await said.getByRole('button', { name: 'Save mine' }).click();
  await page.getByText('The settings are saved').waitFor();
  expect(await settingsNow()).toEqual({ companyDetails: 'Mine again', 'companyDetails.de': 'Ihre' });
  await context.close();
});

test('a viewer reads and cannot change; stored texts run nothing', async () => {
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
  await page.getByText('Editors of this store can change these settings.').waitFor();
  await page.getByRole('combobox', { name: 'Language' }).click();
  await page.getByRole('option', { name: 'German (de)' }).click();
  await page.getByText(second).first().waitFor();
  expect(await wrongs()).toEqual([]);
  await context.close();
});
