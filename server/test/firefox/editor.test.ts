import type { Page } from 'puppeteer-core';
import { beforeAll, expect, test } from 'vitest';
import { BlockMarks } from '../../src/features/rendering/design/block-marks.rules.ts';
import { newEmail, PASSWORD } from '../harness/app.ts';
import { type EditedLayout, LISTEN, three } from '../harness/app-editor.ts';
import { servedApp } from '../harness/shared-app.ts';
import { handOf, openFirefox } from './firefox.ts';

const { origin } = await servedApp();
const page: Page = await openFirefox();
const { find, click, press, fill, becomes } = handOf(page);

const email = newEmail();

const named = (role: string, name: string) => `::-p-aria([name="${name}"][role="${role}"])`;
const BLOCKS = '[role=listbox][aria-label=Mail] [role=option]';
const block = (name: string) => `${BLOCKS}[aria-label^="${name}"]`;
const field = (path: string) => `[id="field-${path}"]`;
const toolbar = (name: string) => `[role=toolbar] [aria-label="${name}"]`;

/** Nothing runs in the frame of the mail, so the page around it is asked. */
const MAIL = 'document.querySelector("iframe[title=Mail]").contentDocument';
const mailHas = (text: string) => becomes(`${MAIL}.body.textContent.includes(${JSON.stringify(text)})`, true);
const said = (text: string) =>
  becomes(
    `[...document.querySelectorAll("[role=status]")].some((each) => each.textContent.includes(${JSON.stringify(text)}))`,
    true,
  );

let storeId: string;
/** A call of the app, as the page itself makes it. */
const call = <T = EditedLayout>(method: string, path: string, data?: unknown): Promise<T> =>
  page.evaluate(`fetch(${JSON.stringify(`/app/api/stores/${storeId}${path}`)}, {
    method: ${JSON.stringify(method)},
    headers: { 'x-outstep-app': '1', 'content-type': 'application/json' },
    ${data === undefined ? '' : `body: ${JSON.stringify(JSON.stringify(data))}`}
  }).then((answer) => answer.json())`) as Promise<T>;

async function openNew(bodyDesign: object) {
  const { id } = await call('POST', '/email-templates', { name: 'A mail', subject: 'Hello', bodyDesign });
  await page.goto(`${origin}/stores/${storeId}/layouts/${id}`);
  await find(BLOCKS);
}

const SAVE_IS_OFF =
  '[...document.querySelectorAll("button")].find((each) => each.textContent === "Save").disabled';

beforeAll(async () => {
  await fetch(`${origin}/app/auth/sign-up/email`, {
    method: 'POST',
    headers: { origin, 'x-outstep-app': '1', 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Maria Lindqvist', email, password: PASSWORD }),
  });
  await page.evaluateOnNewDocument(LISTEN);
});

test('somebody signs in, makes a store and a layout from a ready design; the canvas is the preview to the byte', async () => {
  await page.goto(origin);
  await fill(named('textbox', 'Email'), email);
  await fill('input[type=password]', PASSWORD);
  await press('Enter');
  await fill(named('textbox', 'Name of the store'), 'Tea & Co.');
  await press('Enter');
  await becomes('/^.stores.[^/]+/.test(location.pathname)', true);
  storeId = String(await page.evaluate('location.pathname.split("/")[2]'));
  await page.goto(`${origin}/stores/${storeId}/layouts?new=1`);
  await click('[role=dialog] ::-p-text(Newsletter)');
  await find('[role=dialog] input');
  await press('Enter');
  await find(block('Heading'));
  const id = page.url().split('/').at(-1) ?? '';
  const { html } = await call<{ html: string }>('POST', `/email-templates/${id}/preview`, {});
  const drawn = (await page.evaluate('window.drawnMail')) as { html: string; word: string };
  expect(BlockMarks.takeOut(drawn)).toBe(html);
  // Opened and not touched: nothing to save.
  await becomes(SAVE_IS_OFF, true);
});

test('a block is chosen in the mail, changed, undone, done again, and moved by keys', async () => {
  await openNew(three);
  await click(block('Heading'));
  await fill(field('blocks[0].text'), 'Good evening');
  await mailHas('Good evening');
  await click(toolbar('Undo'));
  await mailHas('Good morning');
  await becomes(SAVE_IS_OFF, true);
  await press('Control+Shift+z');
  await mailHas('Good evening');

  await (await find('[role=listbox][aria-label=Mail]')).focus();
  await press('Alt+ArrowDown');
  await said('Heading moved, 2 of 3');
});
