import { beforeAll, expect, test } from 'vitest';
import { seriousFindings } from '../harness/app.ts';
import { block, editorOf, mail, saved, three } from '../harness/app-editor.ts';
import { narrowScreens, reflowFaults } from '../harness/app-reflow.ts';
import { emptyStore } from '../harness/app-store.ts';
import { sharedApp } from '../harness/shared-app.ts';

const { browser, origin } = await sharedApp();

let { call, made, open } = {} as ReturnType<typeof editorOf>;
beforeAll(async () => {
  ({ call, made, open } = editorOf(browser, origin, await emptyStore(browser, origin)));
});

test.each(['small', 'enlarged'] as const)(
  'a text is written and filled in where it stands, and the page stays there: %s',
  async (screen) => {
    const { id } = await made({ ...three, testVariables: { customer: { first_name: 'Maria' } } });
    const page = await open(id, '', narrowScreens[screen]);
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
    expect(await seriousFindings(page)).toEqual([]);
    await page.keyboard.type('first');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    await saved(page);
    const { bodyDesign } = await call('GET', `/email-templates/${id}`);
    expect(bodyDesign.blocks[1]).toEqual({
      ...three.blocks[1],
      html: '<p>Your tea is here. {{ variables.customer.first_name }}</p>',
    });
    await page.context().close();
  },
);
