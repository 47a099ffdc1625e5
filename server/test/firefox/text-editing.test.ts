import { beforeAll, expect, test } from 'vitest';
import { threeBlocks } from '../harness/app-editor.ts';
import { block, field, TEXT, visitInFirefox } from './editor-in-firefox.ts';

const visitor = await visitInFirefox();
const { page, origin, enter, openNew, saved, isAt, mailHas } = visitor;
const { find, press, type, click, doubleClick, becomes } = visitor;
beforeAll(enter);

const BAR = '[role=toolbar][aria-label=Formatting]';
const written = (text: string) => becomes(`${TEXT}?.textContent`, text);
/**
 * The toolbar and the lists are outside the email's frame; focus in the frame means that editing continues.
 */
const inText = () => becomes('document.activeElement.tagName', 'IFRAME');
const isLeft = () => becomes(`${TEXT} === null`, true);

async function openText() {
  const id = await openNew(threeBlocks);
  await click(block('Text'));
  // A text cannot be edited in place before its fields are known.
  await find(field('blocks[1].html'));
  await doubleClick(block('Text'));
  await written('Your tea is here.');
  return id;
}

test('edits text in place: types, undoes, makes bold by key, leaves with Escape and saves', async () => {
  const id = await openText();
  await press('Control+End');
  await type(' Really.');
  await written('Your tea is here. Really.');
  await press('Control+z');
  await written('Your tea is here.');
  await press('Control+Shift+z');
  await written('Your tea is here. Really.');
  await press('Control+a');
  await press('Control+b');
  await becomes(`document.querySelector('${BAR} [aria-label=Bold]').ariaPressed`, 'true');
  await press('Escape');
  await isLeft();
  await isAt('Email');
  await mailHas('Your tea is here. Really.');
  expect((await saved(id))[1]?.['html']).toBe('<p><strong>Your tea is here. Really.</strong></p>');
});

test('Enter creates a paragraph, Backspace removes it, and the toolbar turns it into a list', async () => {
  const id = await openText();
  await press('Control+End');
  await press('Enter');
  await type('And cake.x');
  await press('Backspace');
  await press('Control+a');
  // To the toolbar and back, with the keyboard.
  await press('Alt+F10');
  await becomes('document.activeElement.closest("[role=toolbar]") !== null', true);
  await press('Escape');
  await inText();
  await click(`${BAR} [aria-label=List]`);
  await inText();
  await becomes(`${TEXT}.querySelectorAll('li').length`, 2);
  await press('Escape');
  await isLeft();
  expect((await saved(id))[1]?.['html']).toBe('<ul><li>Your tea is here.</li><li>And cake.</li></ul>');
});

test('"{{" suggests variables; choosing one inserts a chip', async () => {
  const id = await openText();
  await press('Control+End');
  await type(' For {{');
  await isAt('Search variables');
  await type('variables.name }}');
  await becomes(`${TEXT}.querySelectorAll('[data-chip]').length`, 1);
  await inText();
  await type('!');
  await press('Escape');
  await isLeft();
  expect((await saved(id))[1]?.['html']).toBe('<p>Your tea is here. For {{ variables.name }}!</p>');
});

test('pasted content keeps its lists and loses its formatting', async () => {
  const html =
    '<p style="color:red;font-family:Comic Sans MS">Hi {{ variables.name }}</p><ul><li style="font-size:30px">One</li></ul>';
  await page.goto(`data:text/html,${encodeURIComponent(html)}`);
  await press('Control+a');
  await press('Control+c');
  await page.goto(origin);
  const id = await openText();
  await press('Control+a');
  await press('Control+v');
  await becomes(`${TEXT}.querySelectorAll('li').length`, 1);
  await press('Escape');
  await isLeft();
  expect((await saved(id))[1]?.['html']).toBe('<p>Hi {{ variables.name }}</p><ul><li>One</li></ul>');
});

test('words copied and pasted by keyboard keep their format', async () => {
  const id = await openText();
  await press('Control+a');
  await press('Control+b');
  await press('Control+c');
  await press('Control+End');
  await press('Enter');
  await press('Control+v');
  await becomes(`${TEXT}.querySelectorAll('strong').length`, 2);
  await press('Escape');
  await isLeft();
  const bold = '<p><strong>Your tea is here.</strong></p>';
  expect((await saved(id))[1]?.['html']).toBe(bold + bold);
});
