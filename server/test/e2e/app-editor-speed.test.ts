import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { block, editorOf, mail } from '../harness/app-editor.ts';
import { emptyStore } from '../harness/app-store.ts';
import { sharedApp } from '../harness/shared-app.ts';
import { isFullSize, sized } from '../harness/size.ts';

const { browser, origin } = await sharedApp();

let { made, open } = {} as ReturnType<typeof editorOf>;
beforeAll(async () => {
  ({ made, open } = editorOf(browser, origin, await emptyStore(browser, origin)));
});

const mailOf = (length: number) => ({
  blocks: Array.from({ length }, (_, i) =>
    i % 4 === 0
      ? { type: 'heading', text: `Heading ${i}` }
      : { type: 'text', html: `<p>Text ${i} with <strong>some</strong> words for {{ variables.name }}.</p>` },
  ),
});

/**
 * Measures the time from a key press to the next paint and to the resulting change of the email, the longest
 * task, and the longest frame. Keys in the email's frame are timed by that frame's own clock.
 */
const CLOCK = `{
  const frame = document.querySelector('iframe[title="Email"]');
  Object.assign(window, { painted: [], drawn: [], frames: [], longest: 0 });
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) window.longest = Math.max(window.longest, duration);
  }).observe({ type: 'longtask' });
  let begun = null;
  const listen = (place, clock) => place.addEventListener('keydown', ({ timeStamp }) => {
    begun = performance.now();
    requestAnimationFrame(() => setTimeout(() => window.painted.push(clock.now() - timeStamp)));
  }, true);
  listen(window, performance);
  listen(frame.contentDocument, frame.contentWindow.performance);
  new MutationObserver(() => {
    if (begun !== null) window.drawn.push(performance.now() - begun);
    begun = null;
  }).observe(frame.contentDocument, { subtree: true, childList: true, characterData: true });
  let last = performance.now();
  requestAnimationFrame(function next(now) {
    window.frames.push(now - last);
    last = now;
    requestAnimationFrame(next);
  });
}`;

const p95 = (times: readonly number[]) =>
  Math.round(times.toSorted((one, other) => one - other)[Math.floor(times.length * 0.95)] ?? Number.NaN);

/** Resets the measurements, so that earlier events don't count. */
const begin = (page: Page) =>
  page.evaluate('{ painted.length = drawn.length = frames.length = 0; window.longest = 0 }');

async function measured(page: Page) {
  const { painted, drawn, frames, longest } = await page.evaluate<{
    painted: number[];
    drawn: number[];
    frames: number[];
    longest: number;
  }>('({ painted, drawn, frames, longest })');
  return {
    ...{ painted: p95(painted), drawn: p95(drawn), longest: Math.round(longest) },
    frame: Math.round(Math.max(...frames)),
  };
}

/** Types as fast as a person. */
async function type(page: Page, keys: number) {
  for (let i = 0; i < keys; i++) {
    await page.keyboard.press(String.fromCharCode(97 + (i % 26)));
    await page.waitForTimeout(120);
  }
}

/** Drags up and down over the email for three seconds. */
async function dragAbout(page: Page) {
  const dragged = block(page, /^Heading: Heading 4$/);
  await dragged.hover();
  const from = await dragged.boundingBox();
  if (!from) throw new Error('no block');
  await page.mouse.down();
  await begin(page);
  const until = Date.now() + 3000;
  for (let i = 0; Date.now() < until; i++) {
    await page.mouse.move(from.x + 60 + (i % 40), from.y + 150 * Math.sin(i / 20) ** 2);
    await page.waitForTimeout(16);
  }
  const { frame } = await measured(page);
  await page.locator('[data-drop-line]').waitFor();
  await page.keyboard.press('Escape');
  await page.mouse.up();
  return frame;
}

// The machine is busy during the regular check but not during the nightly one. Time that explodes with the
// size of an email exceeds even this.
const allowedFactor = isFullSize ? 1 : 30;

describe.each(sized([100], [100, 200]))('an email of %i blocks', (blocks) => {
  /** Twice as many blocks may take twice as long. */
  const times = (blocks / 100) * allowedFactor;

  test('opens, types, edits and drags within the time budget', async () => {
    const { id } = await made(mailOf(blocks));
    const page = await open(id);
    await page.reload();
    await block(page, 'Heading: Heading 0').waitFor();
    const opened = await page.evaluate<number>(
      `performance.now() - performance.getEntriesByType('resource').find(({ name }) => name.includes('/canvas')).responseEnd`,
    );
    await block(page, 'Heading: Heading 48').click();
    await page.evaluate(CLOCK);
    await page.getByRole('textbox', { name: 'Text', exact: true }).focus();
    await begin(page);
    await type(page, sized(20, 300));
    const inField = await measured(page);

    await block(page, /^Text: Text 50/).dblclick();
    await mail(page).getByRole('textbox').waitFor();
    await begin(page);
    await type(page, sized(5, 300));
    const inPlace = await measured(page);
    await page.keyboard.press('Escape');
    await mail(page).getByRole('textbox').waitFor({ state: 'detached' });

    const frame = isFullSize ? await dragAbout(page) : 0;
    const formatTiming = ({ painted, longest }: typeof inField) =>
      `key to paint p95 ${painted} ms, longest task ${longest} ms`;
    console.log(
      `${blocks} blocks: open ${Math.round(opened)} ms; ${formatTiming(inField)}, to the mail p95 ${inField.drawn} ms; ` +
        `in place ${formatTiming(inPlace)}; longest frame of a drag ${frame} ms`,
    );
    expect(opened).toBeLessThan(1500 * times);
    // Text typed in place is in the email at once.
    expect(inField.drawn).toBeLessThan(200 * times);
    for (const { painted, longest } of [inField, inPlace]) {
      expect(painted).toBeLessThan(50 * times);
      expect(longest).toBeLessThan(100 * times);
    }
    expect(frame).toBeLessThan(50 * times);
    await page.context().close();
  });
});
