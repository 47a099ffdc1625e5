import { beforeEach, expect, test } from 'vitest';
import { appCall, findingsAtNight, overflows } from '../harness/app.ts';
import { block, editorOf, PATIENCE_MS, saveButton } from '../harness/app-editor.ts';
import { emptyStore, type FilledStore } from '../harness/app-store.ts';
import { colleague, visit } from '../harness/app-visit.ts';
import { nightlyOnly } from '../harness/nightly-only.ts';
import { sharedApp } from '../harness/shared-app.ts';

const { browser, origin } = await sharedApp();

let store: FilledStore;
beforeEach(async () => {
  store = await emptyStore(browser, origin);
});

const path = () => `/app/api/stores/${store.id}/settings`;
const settingsNow = async () =>
  (await appCall<{ settings: Record<string, string> }>(store.owner, origin, 'GET', path())).settings;
const change = (...settings: string[]) => appCall(store.owner, origin, 'PATCH', path(), { settings });

test('sets a brand by keyboard and updates sample email, contrasts and starter designs', async () => {
  const { context, page, wrongs } = await visit(browser, origin, store, 'settings');
  const brand = page.getByRole('region', { name: 'Brand' });
  const sample = brand.locator('iframe[title="Email preview"]');
  const shown = (text: RegExp) =>
    expect.poll(() => sample.getAttribute('srcdoc'), { timeout: PATIENCE_MS }).toMatch(text);
  await shown(/Track your package/);
  await brand.getByRole('textbox', { name: 'Links', exact: true }).fill('#8a3b00');
  await shown(/#8a3b00/);
  const contrasts = brand.getByRole('table', { name: 'Contrast' });
  expect(await contrasts.getByText('hard to read, needs at least 4.5:1').count()).toBe(0);
  await brand.getByRole('textbox', { name: 'Text', exact: true }).fill('#cccccc');
  const text = contrasts.getByRole('row', { name: /^Text on content background/ });
  await text.getByText('hard to read, needs at least 4.5:1').waitFor();
  await text.getByText('1.6:1').waitFor();
  // A color that was chosen before is one click away.
  await brand.getByRole('button', { name: 'Text: #8a3b00', exact: true }).press('Enter');
  expect(await brand.getByRole('textbox', { name: 'Text', exact: true }).inputValue()).toBe('#8a3b00');
  await brand.getByRole('combobox', { name: 'Font' }).click();
  await page.getByRole('option', { name: 'Georgia' }).click();
  await brand.getByText('Pill', { exact: true }).click();
  await shown(/50px/);
  const scheme = brand.getByRole('radiogroup', { name: 'Recipient’s color scheme' });
  await scheme.getByText('Dark', { exact: true }).click();
  expect(await findingsAtNight(page)).toEqual([]);
  await page.getByRole('button', { name: 'Save', exact: true }).press('Enter');
  await page.getByText('Settings saved').waitFor();
  expect(await settingsNow()).toEqual({
    ...{ brandLinkColor: '#8a3b00', brandTextColor: '#8a3b00' },
    ...{ brandFontFamily: 'georgia', brandButtonRadius: '50' },
  });

  await page.goto(`${origin}/stores/${store.id}/layouts?new=1`);
  const dialog = page.getByRole('dialog', { name: 'New layout' });
  await dialog.getByRole('button', { name: /^Shipping update/ }).click();
  await dialog.getByRole('button', { name: 'New layout' }).click();
  await page.getByRole('heading', { name: 'Shipping update' }).waitFor();
  const { items } = await appCall<{ items: { id: string }[] }>(
    ...([store.owner, origin, 'GET', `/app/api/stores/${store.id}/email-templates`] as const),
  );
  const made = await appCall<{ bodyDesign: { global: object } }>(
    ...([store.owner, origin, 'GET', `/app/api/stores/${store.id}/email-templates/${items[0]?.id}`] as const),
  );
  expect(made.bodyDesign.global).toEqual({
    ...{ linkColor: '#8a3b00', textColor: '#8a3b00', fontFamily: 'georgia', buttonRadius: 50 },
  });
  expect(await wrongs()).toEqual([]);
  await context.close();
});

nightlyOnly('shows an invalid color at its field and saves nothing', async () => {
  const { context, page } = await visit(browser, origin, store, 'settings');
  const field = page.getByRole('textbox', { name: 'Buttons', exact: true });
  await field.fill('green');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect.poll(() => field.getAttribute('aria-invalid'), { timeout: PATIENCE_MS }).toBe('true');
  await page.getByText('must be a color such as #1a5fb4', { exact: false }).waitFor();
  expect(await settingsNow()).toEqual({});
  await context.close();
});

nightlyOnly('a viewer sees the brand read-only; it fits a phone, in German too', async () => {
  await change('brandLinkColor=#8a3b00', 'brandButtonRadius=12');
  const state = await colleague(browser, origin, store, 'viewer');
  const look = { device: 'phone', scheme: 'dark' } as const;
  const { context, page, wrongs } = await visit(browser, origin, store, 'settings', {
    state,
    look,
    locale: 'de',
  });
  const brand = page.getByRole('region', { name: 'Marke' });
  await brand.getByText('12 px').waitFor();
  expect(
    await brand.getByRole('textbox', { name: 'Links', exact: true }).getAttribute('readonly'),
  ).not.toBeNull();
  expect(await brand.getByRole('button', { name: /^Text: / }).count()).toBe(0);
  expect(await overflows(page)).toBe(false);
  expect(await findingsAtNight(page)).toEqual([]);
  expect(await wrongs()).toEqual([]);
  await context.close();
});

nightlyOnly('applies the brand to the whole email in one undoable step and offers its colors', async () => {
  await change('brandLinkColor=#8a3b00', 'brandFontFamily=verdana');
  const { call, made, open } = editorOf(browser, origin, store);
  const { id } = await made({
    global: { background: '#222222' },
    blocks: [
      { type: 'heading', text: 'Good morning' },
      { type: 'button', label: 'Style', url: 'https://shop.example', radius: 24 },
    ],
  });
  const page = await open(id);
  await block(page, /Good morning/).waitFor();
  const global = async () =>
    (await call<{ bodyDesign: { global?: object } }>('GET', `/email-templates/${id}`)).bodyDesign.global;
  const use = page.getByRole('button', { name: 'Apply brand' });
  await use.press('Enter');
  const done = page.getByRole('button', { name: 'Brand applied' });
  await done.waitFor();
  // Focus does not move.
  expect(await page.locator(':focus').textContent()).toBe('Brand applied');
  await saveButton(page).click();
  await page.getByText('Saved', { exact: true }).waitFor();
  expect(await global()).toEqual({ linkColor: '#8a3b00', fontFamily: 'verdana' });
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await use.waitFor();
  await block(page, /Style/).click();
  await page.getByRole('button', { name: 'Fill color: #8a3b00' }).click();
  await saveButton(page).click();
  await page.getByText('Saved', { exact: true }).first().waitFor();
  await expect.poll(global, { timeout: PATIENCE_MS }).toEqual({ background: '#222222' });
  const { bodyDesign } = await call<{ bodyDesign: { blocks: object[] } }>('GET', `/email-templates/${id}`);
  expect(bodyDesign.blocks[1]).toMatchObject({ radius: 24, fill: '#8a3b00' });
  expect(await findingsAtNight(page)).toEqual([]);
  await page.context().close();
});
