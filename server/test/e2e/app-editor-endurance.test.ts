import type { CDPSession, Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { settled } from '../harness/app.ts';
import { block, editorOf, row, three } from '../harness/app-editor.ts';
import { emptyStore } from '../harness/app-store.ts';
import { sharedApp } from '../harness/shared-app.ts';
import { isFullSize, sized } from '../harness/size.ts';

const { browser, origin } = await sharedApp();

let { made, open } = {} as ReturnType<typeof editorOf>;
beforeAll(async () => {
  ({ made, open } = editorOf(browser, origin, await emptyStore(browser, origin)));
});

const hundred = {
  blocks: Array.from({ length: 100 }, (_, i) =>
    i % 4 === 0
      ? { type: 'heading', text: `Heading ${i}` }
      : { type: 'text', html: `<p>Text ${i} with <strong>some</strong> words for {{ variables.name }}.</p>` },
  ),
};
const p95 = (times: readonly number[]) =>
  Math.round(times.toSorted((one, other) => one - other)[Math.floor(times.length * 0.95)] ?? Number.NaN);

/** Times from a key to the paint after it, and to the change of the mail that it makes. */
const CLOCK = `{
  window.painted = [];
  window.drawn = [];
  window.longest = 0;
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) window.longest = Math.max(window.longest, duration);
  }).observe({ type: 'longtask' });
  let begun = null;
  addEventListener('keydown', ({ timeStamp }) => {
    begun = timeStamp;
    requestAnimationFrame(() => setTimeout(() => window.painted.push(performance.now() - timeStamp)));
  }, true);
  const page = document.querySelector('iframe[title="Mail"]').contentDocument;
  new MutationObserver(() => {
    if (begun !== null) window.drawn.push(performance.now() - begun);
    begun = null;
  }).observe(page, { subtree: true, childList: true, characterData: true });
}`;

describe('a mail of a hundred blocks', () => {
  test('opens at once, and what is typed is painted and drawn without waiting', async () => {
    const { id } = await made(hundred);
    const page = await open(id);
    await page.reload();
    await block(page, 'Heading: Heading 0').waitFor();
    const opened = await page.evaluate<number>(
      `performance.now() - performance.getEntriesByType('resource').find(({ name }) => name.includes('/canvas')).responseEnd`,
    );
    await block(page, 'Heading: Heading 48').click();
    await page.evaluate(CLOCK);
    const field = page.getByRole('textbox', { name: 'Text', exact: true });
    await field.focus();
    const keys = sized(20, 300);
    for (let i = 0; i < keys; i++) {
      await page.keyboard.press(String.fromCharCode(97 + (i % 26)));
      await page.waitForTimeout(120);
    }
    const painted = p95(await page.evaluate<number[]>('window.painted'));
    const drawn = p95(await page.evaluate<number[]>('window.drawn'));
    const longest = Math.round(await page.evaluate<number>('window.longest'));
    console.log(
      `100 blocks: open ${Math.round(opened)} ms, key to paint p95 ${painted} ms, to the mail p95 ${drawn} ms, longest task ${longest} ms`,
    );
    // The machine of a check is busy; at night it is not.
    const slack = isFullSize ? 1 : 10;
    expect(opened).toBeLessThan(1500 * slack);
    expect(painted).toBeLessThan(50 * slack);
    expect(drawn).toBeLessThan(200 * slack);
    await page.context().close();
  });
});

/** A small generator, so that a run can be repeated. */
function seeded(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

const heapOf = async (session: CDPSession) => {
  await session.send('HeapProfiler.collectGarbage');
  return ((await session.send('Runtime.getHeapUsage')) as { usedSize: number }).usedSize;
};

async function act(page: Page, random: (below: number) => number) {
  const rows = page.getByRole('tree').getByRole('treeitem');
  const count = await rows.count();
  await rows.nth(random(count)).click();
  const keys = [
    'Alt+ArrowUp',
    'Alt+ArrowDown',
    'Alt+ArrowLeft',
    'Alt+ArrowRight',
    'Control+d',
    'Control+z',
    'Control+Shift+z',
    // A mail that grows and shrinks.
    ...(count > 40 ? ['Delete', 'Delete', 'Delete'] : ['Delete']),
  ];
  await page.keyboard.press(keys[random(keys.length)] ?? 'Delete');
}

test('random commands, for an hour at night: nothing is left in memory, and one worker', async () => {
  const { id } = await made(three);
  const page = await open(id);
  await block(page, /Good morning/).waitFor();
  const session = await page.context().newCDPSession(page);
  const random = seeded(20_261_117);
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  const begun = Date.now();
  const lasting = sized(8_000, 3_600_000);
  let early = 0;
  while (Date.now() - begun < lasting) {
    for (let i = 0; i < 10; i++) await act(page, random);
    if (early === 0 && Date.now() - begun > lasting / 60) early = await heapOf(session);
  }
  const late = await heapOf(session);
  console.log(
    `heap ${(early / 1e6).toFixed(1)} MB after the first minute, ${(late / 1e6).toFixed(1)} MB at the end`,
  );
  expect(errors).toEqual([]);
  expect(page.workers()).toHaveLength(1);
  // Undo keeps 500 steps: that much it may grow, in a short run all of it at once.
  expect(late).toBeLessThan(early * (isFullSize ? 1.5 : 2));
  await page.context().close();
});

/** What may be lost; by day the page shares the machine with other tests, and gets to keep things late. */
const LOST_MS = isFullSize ? 250 : 2000;

test('a page that is killed while somebody types comes back with all but the last quarter second', async () => {
  const { id } = await made(three);
  const random = seeded(7);
  const page = await open(id);
  const context = page.context();
  const address = page.url();
  await page.close();
  for (let turn = 0; turn < sized(2, 100); turn++) {
    const typing = await context.newPage();
    await typing.goto(address);
    await settled(typing);
    const restore = typing.getByRole('button', { name: 'Restore' });
    if (turn > 0) await restore.click();
    await row(typing, /Heading/)
      .first()
      .click();
    const field = typing.getByRole('textbox', { name: 'Text', exact: true });
    await field.press('End');
    const written: { text: string; at: number }[] = [];
    const until = Date.now() + LOST_MS + random(1200);
    while (Date.now() < until) {
      await typing.keyboard.press(String.fromCharCode(97 + random(26)));
      written.push({ text: await field.inputValue(), at: Date.now() });
    }
    const killed = Date.now();
    const crashed = typing.waitForEvent('crash');
    await typing.goto('chrome://crash').catch(() => undefined);
    await crashed;
    await typing.close();
    const again = await context.newPage();
    await again.goto(address);
    await settled(again);
    await again.getByRole('button', { name: 'Restore' }).click();
    await row(again, /Heading/)
      .first()
      .click();
    const back = await again.getByRole('textbox', { name: 'Text', exact: true }).inputValue();
    const mustBe = written.findLast(({ at }) => at <= killed - LOST_MS)?.text ?? '';
    expect(back.startsWith(mustBe), `turn ${turn}: ${back} of ${written.at(-1)?.text}`).toBe(true);
    await again.waitForTimeout(600);
    await again.close();
  }
  await context.close();
});
