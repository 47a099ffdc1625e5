import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { findingsAtNight } from '../harness/app.ts';
import {
  announcement,
  block,
  canvas,
  editorOf,
  mail,
  row,
  saved,
  threeBlocks,
  tool,
} from '../harness/app-editor.ts';
import { emptyStore, type FilledStore } from '../harness/app-store.ts';
import { uploadTo } from '../harness/app-visit.ts';
import { nightlyOnly } from '../harness/nightly-only.ts';
import { sharedApp } from '../harness/shared-app.ts';

const { browser, origin } = await sharedApp();

let store: FilledStore;
let { call, goTo, made, open, typesOf } = {} as ReturnType<typeof editorOf>;
beforeAll(async () => {
  store = await emptyStore(browser, origin);
  ({ call, goTo, made, open, typesOf } = editorOf(browser, origin, store));
});

/**
 * Drags from the middle of one element to the upper or lower edge of another, with the mouse, once neither
 * moves.
 */
async function drag(page: Page, from: Locator, to: Locator, where: 'top' | 'bottom', drop = true) {
  await from.hover();
  await page.mouse.down();
  const { height = 0 } = (await to.boundingBox()) ?? {};
  const position = { x: 40, y: where === 'top' ? 3 : height - 3 };
  // A drag begins with the first move, and its target is found with the second.
  for (let i = 0; i < 2; i++) await to.hover({ position, force: true });
  if (drop) await page.mouse.up();
}

describe('by pointer', () => {
  test('drags blocks in canvas and outline and from the palette; Escape cancels', async () => {
    const { id } = await made(threeBlocks);
    await uploadTo(store, origin, '/presets?kind=part&name=Opening+hours', 'p.json', '[{"type":"divider"}]');
    const page = await goTo(id);
    await drag(page, block(page, /Drink it/), block(page, /Good morning/), 'top');
    await announcement(page, 'Button moved to position 1 of 3');
    await drag(page, row(page, /Heading/), row(page, /Text/), 'bottom');
    await announcement(page, 'Heading moved to position 3 of 3');

    await drag(page, block(page, /Good morning/), block(page, /Drink it/), 'top', false);
    await page.locator('[data-drop-line]').waitFor();
    await page.keyboard.press('Escape');
    await page.locator('[data-drop-line]').waitFor({ state: 'detached' });
    await page.mouse.up();

    await tool(page, 'Add block').click();
    await drag(
      page,
      page.getByRole('option', { name: 'Divider', exact: true }),
      block(page, /Good morning/),
      'top',
    );
    await announcement(page, 'Divider added');
    const part = page.getByRole('option', { name: 'Opening hours' });
    await drag(page, part, row(page, /Button/), 'top');
    await announcement(page, 'Shared section added');
    await page.keyboard.press('Escape');
    await saved(page);
    expect(await typesOf(id)).toEqual(['part', 'button', 'text', 'divider', 'heading']);
  });

  test('rejects drops at forbidden places: no attachment in a loop', async () => {
    const file = { type: 'attachment', url: 'https://a.test/a.pdf', filename: 'a.pdf' };
    const loop = { type: 'loop', source: 'variables.rows', blocks: [{ type: 'text', html: '<p>Row</p>' }] };
    const testVariables = { rows: [1, 2, 3] };
    const { id } = await made({ testVariables, blocks: [threeBlocks.blocks[0], loop, file] });
    const page = await goTo(id);
    await drag(page, block(page, /a\.pdf/), block(page, /Text: Row/), 'bottom');
    await page.getByRole('status').filter({ hasText: 'moved' }).waitFor();
    await saved(page);
    const { bodyDesign } = await call('GET', `/email-templates/${id}`);
    expect(JSON.stringify(bodyDesign.blocks.find(({ type }) => type === 'loop'))).not.toContain('attachment');
  });
});

describe('by keyboard', () => {
  test('"/" opens block search, F2 focuses the name, F6 cycles panels', async () => {
    const { id } = await made(threeBlocks);
    const page = await goTo(id);
    await block(page, /Good morning/).click();
    await page.keyboard.press('/');
    await expect.poll(() => page.evaluate('document.activeElement?.ariaLabel')).toBe('Search blocks');
    await page.keyboard.type('div');
    expect(await page.getByRole('listbox', { name: 'Add block' }).getByRole('option').count()).toBe(1);
    expect(await findingsAtNight(page)).toEqual([]);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await announcement(page, 'Divider added');
    // Focus is back on the email, where the dialog was opened.
    await expect
      .poll(() => page.evaluate('document.activeElement?.getAttribute("aria-label")'))
      .toBe('Email');
    await page.keyboard.press('F2');
    await expect.poll(() => page.evaluate('document.activeElement?.id')).toBe('field-blocks[1].id');
    await page.keyboard.type('the-line');
    await row(page, /Divider: the-line/).waitFor();
    const role = () =>
      page.evaluate(
        'document.activeElement?.closest("[role=toolbar], [role=listbox], [role=tree], [data-fields]")?.getAttribute("role")',
      );
    const seen: unknown[] = [];
    for (let i = 0; i < 4; i++) {
      await page.keyboard.press('F6');
      seen.push(await role());
    }
    expect(seen).toEqual(['toolbar', 'listbox', 'tree', null]);
  });

  test('cuts, copies and pastes blocks across layouts without affecting text fields', async () => {
    const { id } = await made(threeBlocks);
    const other = await made({ blocks: [] });
    const page = await open(id);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await block(page, /Drink it/).click();
    await page.keyboard.press('Control+c');
    await announcement(page, 'Button copied');
    await block(page, /Good morning/).click();
    await page.keyboard.press('Control+x');
    await announcement(page, 'Heading deleted');
    await page.keyboard.press('End');
    await page.keyboard.press('Control+v');
    await announcement(page, '1 block pasted');
    await expect.poll(() => row(page, /./).last().textContent()).toMatch('Good morning');
    await page.getByRole('textbox', { name: 'Text', exact: true }).press('Control+v');
    await expect.poll(() => row(page, /./).count()).toBe(4);
    await page.keyboard.press('Control+z');
    await saved(page);
    expect(await typesOf(id)).toEqual(['text', 'button', 'heading']);
    await page.goto(page.url().replace(id, other.id));
    await canvas(page).focus();
    await page.keyboard.press('Control+v');
    await row(page, /Heading: Good morning/).waitFor();
    await page.context().close();
  });
});

test('wraps a block in a loop, previews three entries, and unwraps it', async () => {
  const { id } = await made({ ...threeBlocks, testVariables: { products: [1, 2, 3] } });
  const page = await goTo(id);
  await block(page, /Drink it/).click();
  await tool(page, 'More').click();
  await page.getByRole('menuitem', { name: 'Wrap in: Repeat' }).click();
  await announcement(page, 'Button wrapped in: Repeat');
  await expect.poll(() => mail(page).getByText('Drink it').count()).toBe(3);
  await tool(page, 'More').click();
  await page.getByRole('menuitem', { name: 'Ungroup' }).click();
  await expect.poll(() => mail(page).getByText('Drink it').count()).toBe(1);
  expect(await page.getByRole('button', { name: 'Save', exact: true }).isDisabled()).toBe(true);
});

nightlyOnly(
  'hidden blocks show a strip with the reason, and a condition can be previewed as met',
  async () => {
    const hidden = { type: 'text', html: '<p>For members</p>', showIf: 'variables.customer.is_member' };
    const file = { type: 'attachment', url: 'https://a.test/a.pdf', filename: 'a.pdf' };
    const { id } = await made({ blocks: [...threeBlocks.blocks, hidden, file] });
    const page = await goTo(id);
    await block(page, 'Text: For members · condition not met').click();
    await block(page, /a\.pdf · sent as an attachment/).waitFor();
    await page
      .getByRole('radiogroup', { name: 'Preview condition' })
      .getByText('Condition met', { exact: true })
      .click();
    await mail(page).getByText('For members').waitFor();
    expect(await findingsAtNight(page)).toEqual([]);
    // It only affects the preview: there is nothing to save.
    expect(await page.getByRole('button', { name: 'Save', exact: true }).isDisabled()).toBe(true);
  },
);
