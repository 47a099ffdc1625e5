import fc from 'fast-check';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { richTexts } from '../../../web/src/features/editor/text/generated-texts.ts';
import { BlockMarks } from '../../src/features/rendering/design/block-marks.rules.ts';
import { emptyJob } from '../../src/features/rendering/design/compile-design.rules.ts';
import { drawMarkedMail } from '../../src/features/rendering/mails/draw-marked-mail.rules.ts';
import { pageSettled } from '../harness/app.ts';
import { block, canvas, editorOf, mail, PATIENCE_MS, row, threeBlocks } from '../harness/app-editor.ts';
import { emptyStore, type FilledStore } from '../harness/app-store.ts';
import { sharedApp } from '../harness/shared-app.ts';
import { sized } from '../harness/size.ts';

const { browser, origin } = await sharedApp();

let store: FilledStore;
let { goTo, made } = {} as ReturnType<typeof editorOf>;
beforeAll(async () => {
  store = await emptyStore(browser, origin);
  ({ goTo, made } = editorOf(browser, origin, store));
});

/** The variables that conditions test, so that every part of a text is visible. */
const testVariables = { a: 'tea', url: 'https://tea.example' };
const designOf = (texts: readonly string[]) => ({
  testVariables,
  blocks: texts.map((html) => ({ type: 'text', html })),
});

/** Whether the text compiles to an email and is not empty. */
async function isMail(html: string): Promise<boolean> {
  const job = { ...emptyJob, subject: 'S', previewText: '', footer: null, variables: testVariables };
  const drawn = await drawMarkedMail({
    ...job,
    design: designOf([html]),
    unsubscribeUrl: '',
    secret: 'abcdef',
  });
  return html.trim() !== '' && !('problems' in drawn);
}

/** Only a fifth of the generated texts can be sent: the others have conditions that don't end. */
async function textsOf(count: number): Promise<string[]> {
  const found: string[] = [];
  for (const html of fc.sample(richTexts, { numRuns: count * 10, seed: 5131 })) {
    if (found.length < count && (await isMail(html))) found.push(html);
  }
  expect(found).toHaveLength(count);
  return found;
}

const drawn = async (page: Page) =>
  BlockMarks.takeOut(await page.evaluate<{ html: string; word: string }>('window.drawnMail'));
/** Editing a text may remove whitespace that no reader sees. */
const seen = (html: string) => html.replace(/\s+/g, '');
const AT_ONCE = 25;

test('opens every text as rich text or code, and typing changes only the typed word', async () => {
  const texts = await textsOf(sized(12, 1000));
  const page = await goTo((await made(threeBlocks)).id);
  const written = page.getByRole('textbox', { name: 'Text', exact: true });
  let opened = 0;
  for (let first = 0; first < texts.length; first += AT_ONCE) {
    const some = texts.slice(first, first + AT_ONCE);
    const { id } = await made(designOf(some));
    await page.goto(`${origin}/stores/${store.id}/layouts/${id}`);
    await pageSettled(page);
    await block(page, /./).first().waitFor();
    let before = await drawn(page);
    for (const [i, html] of some.entries()) {
      await row(page, /^Text/).nth(i).click();
      await canvas(page).focus();
      await page.keyboard.press('Enter');
      const inPlace = mail(page).getByRole('textbox');
      const asCode = written.and(page.locator(':focus'));
      const isOpen = async () => (await inPlace.count()) + (await asCode.count()) > 0;
      await expect.poll(isOpen, { timeout: PATIENCE_MS }).toBe(true);
      if ((await inPlace.count()) === 0) continue;
      opened++;
      const word = `Q${first + i}Q`;
      await page.keyboard.type(word);
      await expect.poll(() => drawn(page), { timeout: PATIENCE_MS, message: html }).toContain(word);
      const after = await drawn(page);
      const without = [word, new RegExp(`<p[^>]*>${word}</p>`)].map((it) => seen(after).replace(it, ''));
      // After a divider, the word is in a separate paragraph.
      expect(without, html).toContain(seen(before));
      before = after;
      await page.keyboard.press('Escape');
      await inPlace.waitFor({ state: 'detached' });
    }
  }
  console.log(`${opened} of ${texts.length} texts open in place`);
  // Editing as code is the exception, not the rule.
  expect(opened).toBeGreaterThan(texts.length / 2);
});
