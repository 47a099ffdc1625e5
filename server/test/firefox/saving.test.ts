import { beforeAll, expect, test } from 'vitest';
import { threeBlocks } from '../harness/app-editor.ts';
import { BLOCKS, block, field, MAIL_LIST, named, visitInFirefox } from './editor-in-firefox.ts';

const visitor = await visitInFirefox();
const { page, enter, openNew, saved, canSave, mailHas, rowsAre } = visitor;
const { find, press, type, click, fill, focus, becomes } = visitor;
beforeAll(enter);

const view = (name: string) => `[role=radiogroup][aria-label="Editing mode"] ::-p-text(${name})`;

/** All unsaved work that the browser has kept. */
const KEPT = `new Promise((resolve) => {
  const opening = indexedDB.open('outstep.drafts');
  opening.onsuccess = () => {
    const all = opening.result.transaction('drafts').objectStore('drafts').getAll();
    all.onsuccess = () => { opening.result.close(); resolve(JSON.stringify(all.result)); };
  };
})`;

test('keeps saved work after a reload and offers unsaved work with its undo history', async () => {
  const id = await openNew(threeBlocks);
  await click(block('Heading'));
  await fill(field('blocks[0].text'), 'Good evening');
  expect((await saved(id))[0]).toEqual({ type: 'heading', text: 'Good evening' });
  await page.reload();
  await find(BLOCKS);
  await mailHas('Good evening');
  await canSave(false);

  await click(block('Heading'));
  await fill(field('blocks[0].text'), 'Good night');
  await mailHas('Good night');
  await becomes(`${KEPT}.then((kept) => kept.includes('Good night'))`, true);
  await page.reload();
  await find(BLOCKS);
  await mailHas('Good evening');
  await click(named('button', 'Restore'));
  await mailHas('Good night');
  await canSave(true);
  await focus(MAIL_LIST);
  await press('Control+z');
  await mailHas('Good evening');
  await canSave(false);
});

test('code: an error blocks saving; valid code is rendered', async () => {
  const id = await openNew(threeBlocks);
  const code = '[role=textbox][aria-label=Design]';
  const write = async (text: string) => {
    await focus(code);
    await press('Control+a');
    await type(text);
  };
  await click(view('Code'));
  await write('{ "blocks": [');
  await find('::-p-text(The JSON isn’t valid here.)');
  await canSave(false);
  await write('{ "blocks": [{ "type": "heading", "text": "From the code" }] }');
  await click(view('Design'));
  await rowsAre(['Heading: From the code']);
  await mailHas('From the code');
  expect(await saved(id)).toEqual([{ type: 'heading', text: 'From the code' }]);
});

test('at 375 pixels, blocks and settings are sheets, usable by clicks and by keyboard', async () => {
  await page.setViewport({ width: 375, height: 700 });
  const id = await openNew(threeBlocks);
  await click(named('button', 'Blocks'));
  await click('[role=dialog] [role=treeitem]:nth-of-type(4)');
  await becomes(
    'document.querySelector("[role=treeitem][aria-selected=true]").textContent',
    'Button: Drink it',
  );
  await click('[role=dialog] [aria-label=Close]');
  await click(named('button', 'Settings'));
  await fill(`[role=dialog] ${field('blocks[2].label')}`, 'On a phone');
  await press('Escape');
  await becomes('document.querySelector("[role=dialog]")', null);
  await mailHas('On a phone');
  await becomes('document.documentElement.scrollWidth > innerWidth', false);

  await focus(MAIL_LIST);
  await press('F6');
  await becomes('document.activeElement.textContent', 'Button: On a phone');
  await press('Delete');
  await press('Escape');
  expect((await saved(id)).map(({ type: kind }) => kind)).toEqual(['heading', 'text']);
  await page.setViewport(null);
});
