import type { CDPSession, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { pageSettled } from '../harness/app.ts';
import { block, editorOf, row, threeBlocks } from '../harness/app-editor.ts';
import { runCommand, seeded } from '../harness/app-editor-random.ts';
import { emptyStore } from '../harness/app-store.ts';
import { sharedApp } from '../harness/shared-app.ts';
import { isFullSize, sized } from '../harness/size.ts';

const { browser, origin } = await sharedApp();

let { made, open } = {} as ReturnType<typeof editorOf>;
beforeAll(async () => {
  ({ made, open } = editorOf(browser, origin, await emptyStore(browser, origin)));
});

const heapOf = async (session: CDPSession) => {
  await session.send('HeapProfiler.collectGarbage');
  return ((await session.send('Runtime.getHeapUsage')) as { usedSize: number }).usedSize;
};

/** An hour in the nightly check; less if someone is waiting for it (`OUTSTEP_TEST_MINUTES=20`). */
const minutes = Number(process.env['OUTSTEP_TEST_MINUTES'] ?? 60);

test('leaks no memory and starts one worker under an hour of random commands', async () => {
  const { id } = await made(threeBlocks);
  const page = await open(id);
  await block(page, /Good morning/).waitFor();
  const session = await page.context().newCDPSession(page);
  const random = seeded(20_261_117);
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  const begun = Date.now();
  const lasting = sized(4_000, minutes * 60_000);
  const firstMinute = sized(lasting / 60, 60_000);
  let early = 0;
  while (Date.now() - begun < lasting) {
    for (let i = 0; i < 10; i++) await runCommand(page, random);
    if (early === 0 && Date.now() - begun > firstMinute) early = await heapOf(session);
  }
  const late = await heapOf(session);
  console.log(
    `heap ${(early / 1e6).toFixed(1)} MB after the first minute, ${(late / 1e6).toFixed(1)} MB at the end`,
  );
  expect(errors).toEqual([]);
  expect(page.workers()).toHaveLength(1);
  // The heap may grow by the 500 steps that undo keeps; in a short run it grows by all of them at once.
  expect(late).toBeLessThan(early * (isFullSize ? 1.5 : 2));
  await page.context().close();
});

/**
 * How much work may be lost; in the regular check, the page shares the machine with other tests and saves
 * late.
 */
const LOST_MS = isFullSize ? 250 : 2000;

const headingOf = async (page: Page) => {
  await row(page, /Heading/)
    .first()
    .click();
  return page.getByRole('textbox', { name: 'Text', exact: true }).inputValue();
};

test('loses at most 250 ms of typing when the page is killed', async () => {
  const { id } = await made(threeBlocks);
  const random = seeded(7);
  const lostMs: number[] = [];
  const page = await open(id);
  const context = page.context();
  const address = page.url();
  await page.close();
  for (let turn = 0; turn < sized(1, 100); turn++) {
    const typing = await context.newPage();
    await typing.goto(address);
    await pageSettled(typing);
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
    await pageSettled(again);
    await again.getByRole('button', { name: 'Restore' }).click();
    const back = await headingOf(again);
    const missing = written.find(({ text }) => !back.startsWith(text));
    lostMs.push(missing ? killed - missing.at : 0);
    await again.getByRole('button', { name: 'Undo' }).click();
    const undone = await headingOf(again);
    expect(undone.length).toBeLessThan(back.length);
    expect(back.startsWith(undone)).toBe(true);
    await again.getByRole('button', { name: 'Redo' }).click();
    expect(await headingOf(again)).toBe(back);
    await again.waitForTimeout(600);
    await again.close();
  }
  const fewestFirst = lostMs.toSorted((one, other) => one - other);
  console.log(
    `lost: ${fewestFirst[fewestFirst.length >> 1]} ms in the middle, ${fewestFirst.at(-1)} at most`,
  );
  expect(fewestFirst.at(-1)).toBeLessThanOrEqual(LOST_MS);
  await context.close();
});
