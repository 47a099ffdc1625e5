import { beforeAll, expect, test } from 'vitest';
import { threeBlocks } from '../harness/app-editor.ts';
import { drag } from './drag.ts';
import { block, MAIL_LIST, visitInFirefox } from './editor-in-firefox.ts';

const visitor = await visitInFirefox();
const { page, enter, openNew, saved, isAt, said, rowsAre } = visitor;
const { press, type, click, focus, becomes } = visitor;
beforeAll(enter);

const [heading, text, button] = ['Heading: Good morning', 'Text: Your tea is here.', 'Button: Drink it'];

test('"/" searches the kinds of blocks instead of the page', async () => {
  await openNew(threeBlocks);
  await click(block('Heading'));
  await press('/');
  await isAt('Search blocks');
  await type('lin');
  await becomes(
    'document.querySelectorAll("[role=listbox][aria-label=\'Add block\'] [role=option]").length',
    1,
  );
  await press('ArrowDown');
  await press('Enter');
  await said('Divider added');
  await isAt('Email');
  await rowsAre([heading, 'Divider', text, button]);
});

test("F6 cycles through the panels of the editor instead of Firefox's toolbars", async () => {
  await openNew(threeBlocks);
  await click(block('Heading'));
  await focus(MAIL_LIST);
  const pane =
    '(document.activeElement.closest("[role=toolbar], [role=listbox], [role=tree], [data-fields]") ?? document.body).getAttribute("role")';
  for (const next of ['tree', null, 'toolbar', 'listbox']) {
    await press('F6');
    await becomes(pane, next);
  }
});

test('copies, cuts and pastes blocks by keyboard', async () => {
  const id = await openNew(threeBlocks);
  await click(block('Button'));
  await press('Control+c');
  await said('Button copied');
  await click(block('Heading'));
  await press('Control+v');
  await said('1 block pasted');
  await rowsAre([heading, button, text, button]);
  await click(block('Text'));
  await press('Control+x');
  await said('Text deleted');
  await press('End');
  await press('Control+v');
  await rowsAre([heading, button, button, text]);
  expect((await saved(id)).map(({ type: kind }) => kind)).toEqual(['heading', 'button', 'button', 'text']);
});

test('drags blocks on the email, in the outline and from the palette; a canceled drag moves nothing', async () => {
  // Everything is visible.
  await page.setViewport({ width: 1280, height: 1100 });
  const id = await openNew(threeBlocks);
  const row = (place: number) => `[role=treeitem]:nth-of-type(${place + 1})`;
  await drag(visitor, block('Button'), block('Heading'), 'top');
  await said('Button moved to position 1 of 3');
  await rowsAre([button, heading, text]);
  await drag(visitor, row(2), row(3), 'bottom');
  await said('Heading moved to position 3 of 3');
  await rowsAre([button, text, heading]);
  await drag(visitor, block('Heading'), block('Button'), 'given up');
  await rowsAre([button, text, heading]);

  await focus(MAIL_LIST);
  await press('/');
  await isAt('Search blocks');
  await type('lin');
  const kind = '[role=listbox][aria-label="Add block"] [draggable=true]';
  await becomes(`document.querySelectorAll('${kind}').length`, 1);
  await drag(visitor, kind, block('Heading'), 'top');
  await said('Divider added');
  await rowsAre([button, text, 'Divider', heading]);
  await press('Escape');
  expect((await saved(id)).map(({ type: each }) => each)).toEqual(['button', 'text', 'divider', 'heading']);
});
