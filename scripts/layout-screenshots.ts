import type { Page } from 'playwright-core';
import { pageSettled } from '../server/test/harness/app.ts';
import { writeCode } from '../server/test/harness/app-code.ts';
import type { FilledStore } from '../server/test/harness/app-store.ts';
import { texts } from './screenshot-texts.ts';

const { checks, compare, editor, layouts, reach, sides, testVariables, translate, versions, views } = texts;

export interface Shot {
  name: string;
  path: string;
  store?: FilledStore;
  prepare?: (page: Page) => Promise<unknown>;
  /** Runs once the page has loaded. */
  act?: (page: Page) => Promise<unknown>;
}

/** Makes saving fail with a 409. */
export const failSaves = (page: Page) =>
  page.route('**/app/api/stores/*/**', (route) => route.fulfill({ status: 409, json: { error: 'not now' } }));

const pressing = (name: string) => (page: Page) => page.getByRole('button', { name }).first().click();

export function layoutShots(store: FilledStore, layoutId: string): Shot[] {
  const path = `/stores/${store.id}/layouts/${layoutId}`;
  const screenshotOf = (name: string, search = '', act?: Shot['act']): Shot => ({
    ...{ name, path: path + search, store },
    ...(act && { act }),
  });
  const breakDesign = async (page: Page) => {
    await page.getByRole('radiogroup', { name: editor.views.label }).getByText(editor.views.code).click();
    const code = page.getByRole('textbox', { name: layouts.design });
    await writeCode(page, code, '{\n  "blocks": [\n    { "type": "header" },\n  ]\n}');
  };
  return [
    { name: 'layouts-new', path: `/stores/${store.id}/layouts?new=1`, store, act: pageSettled },
    screenshotOf('layout'),
    screenshotOf('layout-fault', '', breakDesign),
    screenshotOf('layout-german', '?locale=de'),
    screenshotOf('layout-languages', '?tab=languages'),
    screenshotOf('layout-versions', '?tab=versions'),
    screenshotOf('layout-compare', '?tab=versions', pressing(versions.compareOf(1))),
    screenshotOf('layout-look', '?tab=versions', async (page) => {
      await pressing(versions.number(1))(page);
      await pageSettled(page);
    }),
    screenshotOf('layout-details', '?tab=details'),
    screenshotOf('layout-test', '', pressing(layouts.testMail)),
    { name: 'layout-error', path, store, prepare: failSaves },
    screenshotOf('translate', '?locale=de&view=translate', async (page) => {
      await page.getByRole('region', { name: translate.label }).getByRole('textbox').first().waitFor();
      // The email next to the texts loads after them.
      await pageSettled(page);
    }),
    ...editorShots(screenshotOf),
  ];
}

const chooseText = async (page: Page) => {
  const [text] = await page.getByRole('listbox', { name: editor.canvas }).getByRole('option').all();
  await text?.waitFor();
  await page
    .getByRole('option', { name: new RegExp(`^${layouts.outdated.kinds.text}: `) })
    .first()
    .click();
};

/** The editor in use; on a phone its tools are behind buttons. */
function editorShots(lookAt: (name: string, search: string, act: Shot['act']) => Shot): Shot[] {
  const writing = async (page: Page) => {
    await chooseText(page);
    await page.keyboard.press('Enter');
    await page.frameLocator(`iframe[title="${editor.canvas}"]`).getByRole('textbox').waitFor();
  };
  return [
    lookAt('editor-block', '', chooseText),
    lookAt('editor-text', '', writing),
    lookAt('editor-variables', '', async (page) => {
      await writing(page);
      await page.keyboard.type(' {{');
    }),
    lookAt('editor-data', '', async (page) => {
      await page.getByRole('button', { name: /^(Data|Daten): / }).click();
      await page.getByRole('menuitemradio').last().scrollIntoViewIfNeeded();
    }),
    lookAt('editor-add', '', async (page) => {
      await chooseText(page);
      await page.keyboard.press('/');
    }),
    lookAt('editor-checks', '', async (page) => {
      await chooseText(page);
      await page.locator('[data-checks]').click();
      await page.getByRole('list', { name: checks.title }).waitFor();
    }),
    lookAt('editor-compare', '', async (page) => {
      await writing(page);
      await page.keyboard.type(' 10 % off');
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: compare.title }).click();
      await page.getByRole('dialog').locator('[data-current]').first().waitFor();
    }),
    lookAt('editor-reach', '', async (page) => {
      await writing(page);
      await page.keyboard.type(' 10 % off');
      await page.keyboard.press('Escape');
      const [begins = ''] = reach.line([]).split(' ');
      await page.getByRole('button', { name: new RegExp(`^${begins} .*30`) }).click();
      await page.getByRole('dialog').getByRole('list', { name: reach.stepList }).waitFor();
    }),
    lookAt('editor-views', '', async (page) => {
      const more = page.getByRole('button', { name: views.more, exact: true });
      const inboxLine = page.getByRole('menuitemcheckbox', { name: views.inboxLine });
      await more.click();
      await inboxLine.click();
      const both = page.getByRole('menuitemradio', { name: views.both });
      // There is no room for both on a phone.
      if (await both.isVisible()) await both.click();
    }),
    lookAt('editor-test-variables', '', async (page) => {
      await page.getByRole('button', { name: testVariables.open, exact: true }).click();
      await page.getByRole('dialog', { name: testVariables.title }).getByRole('textbox').first().waitFor();
    }),
    lookAt('editor-share', '', async (page) => {
      await chooseText(page);
      await page.getByRole('toolbar').getByRole('button', { name: editor.more, exact: true }).click();
      await page.getByRole('menuitem', { name: sides.share }).click();
    }),
  ];
}

/** Opens a shared footer for editing in an email that uses it. */
export async function editHere(page: Page) {
  const locked = `${layouts.outdated.sides.footer}, ${sides.locked}`;
  await page.getByRole('option', { name: locked }).click();
  const fields = page.getByRole('button', { name: editor.fields, exact: true });
  if (await fields.isVisible()) await fields.click();
  await page.getByRole('button', { name: sides.editHere }).click();
  await page.getByRole('button', { name: sides.back }).waitFor();
  await page.getByRole('listbox', { name: editor.canvas }).press('Control+d');
  await pageSettled(page);
}
