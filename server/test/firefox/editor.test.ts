import { beforeAll, expect, test } from 'vitest';
import { BlockMarks } from '../../src/features/rendering/design/block-marks.rules.ts';
import { PASSWORD } from '../harness/app.ts';
import { threeBlocks } from '../harness/app-editor.ts';
import { block, field, MAIL_LIST, named, toolbar, visitInFirefox } from './editor-in-firefox.ts';

const visitor = await visitInFirefox();
const { page, origin, email, store, call, openNew, signUp } = visitor;
const { find, click, press, fill, focus, becomes, mailHas, said, canSave } = visitor;

beforeAll(signUp);

test('signs in, creates a store and a layout from a starter design; the canvas equals the preview', async () => {
  await page.goto(origin);
  await fill(named('textbox', 'Email'), email);
  await fill('input[type=password]', PASSWORD);
  await press('Enter');
  await fill(named('textbox', 'Store name'), 'Tea & Co.');
  await press('Enter');
  await becomes('/^.stores.[^/]+/.test(location.pathname)', true);
  // The page navigates by itself, and entering an address before it has arrived would cancel that.
  await find('main h1');
  await becomes('document.readyState', 'complete');
  store.id = String(await page.evaluate('location.pathname.split("/")[2]'));
  await page.goto(`${origin}/stores/${store.id}/layouts?new=1`);
  await click('[role=dialog] ::-p-text(Newsletter)');
  await find('[role=dialog] input');
  await press('Enter');
  await find(block('Heading'));
  const id = page.url().split('/').at(-1) ?? '';
  const { html } = await call<{ html: string }>('POST', `/email-templates/${id}/preview`, {});
  const drawn = (await page.evaluate('window.drawnMail')) as { html: string; word: string };
  expect(BlockMarks.takeOut(drawn)).toBe(html);
  // Opened without changes: nothing to save.
  await canSave(false);
});

test('selects a block in the email, changes, undoes, redoes and moves it by keyboard', async () => {
  await openNew(threeBlocks);
  await click(block('Heading'));
  await fill(field('blocks[0].text'), 'Good evening');
  await mailHas('Good evening');
  await click(toolbar('Undo'));
  await mailHas('Good morning');
  await canSave(false);
  await press('Control+Shift+z');
  await mailHas('Good evening');

  await focus(MAIL_LIST);
  await press('Alt+ArrowDown');
  await said('Heading moved to position 2 of 3');
});
