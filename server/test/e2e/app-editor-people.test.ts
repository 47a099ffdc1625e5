import type { Page } from 'playwright-core';
import { beforeAll, expect } from 'vitest';
import { pageSettled } from '../harness/app.ts';
import { block, editorOf, PATIENCE_MS, row, saveButton } from '../harness/app-editor.ts';
import { type Random, runCommand, seeded } from '../harness/app-editor-random.ts';
import { inviteMember } from '../harness/app-person.ts';
import { emptyStore, type FilledStore } from '../harness/app-store.ts';
import { valueIn } from '../harness/metrics.ts';
import { nightlyOnly } from '../harness/nightly-only.ts';
import { sharedApp } from '../harness/shared-app.ts';

const { browser, origin, outstep, metrics } = await sharedApp();

let store: FilledStore;
let { made } = {} as ReturnType<typeof editorOf>;
beforeAll(async () => {
  store = await emptyStore(browser, origin);
  ({ made } = editorOf(browser, origin, store));
});

const PEOPLE = 10;
/** Fewer layouts than people, so that some work on the same one. */
const LAYOUTS = 6;
const LASTING_MS = 600_000;
/** Unsaved work is sent after five seconds without typing. */
const REST_MS = 6_000;

const mailOf = (name: string) => ({
  blocks: Array.from({ length: 12 }, (_, i) =>
    i % 3 === 0
      ? { type: 'heading', text: `${name} ${i}` }
      : { type: 'text', html: `<p>${name} ${i} for {{ variables.name }}.</p>` },
  ),
});

/** The server's work for everyone since it started. */
async function counted() {
  const text = await metrics();
  return {
    compiles: valueIn(text, 'outstep_child_jobs_total{group="designs"}') ?? Number.NaN,
    refused: valueIn(text, 'outstep_budgets_asked_total{budget="request",allowed="false"}') ?? Number.NaN,
  };
}

/** What one person requested from the server. */
interface RecordedRequest {
  saves: number;
  /** Saves that were overtaken by another. */
  overtaken: number;
  drafts: number;
  news: number;
  tooMany: number;
  /** Requests by the minute since the page was opened. */
  byMinute: number[];
}

function listen(page: Page, id: string): RecordedRequest {
  const asked: RecordedRequest = { saves: 0, overtaken: 0, drafts: 0, news: 0, tooMany: 0, byMinute: [] };
  const began = Date.now();
  const layout = `/email-templates/${id}`;
  page.on('response', (answer) => {
    const { pathname } = new URL(answer.url());
    const [request, minute] = [answer.request(), Math.floor((Date.now() - began) / 60_000)];
    if (pathname.startsWith('/app/')) asked.byMinute[minute] = (asked.byMinute[minute] ?? 0) + 1;
    if (answer.status() === 429) asked.tooMany++;
    const isWrite = request.method() === 'PUT';
    if (isWrite && pathname.endsWith('/draft')) asked.drafts++;
    else if (isWrite && pathname.includes(layout)) asked[answer.ok() ? 'saves' : 'overtaken']++;
    else if (pathname.endsWith(layout) && request.headers()['if-none-match'] !== undefined) asked.news++;
  });
  return asked;
}

async function begin(i: number, id: string) {
  const context = await inviteMember(browser, outstep, store.id, 'editor');
  context.setDefaultTimeout(PATIENCE_MS);
  const page = await context.newPage();
  const asked = listen(page, id);
  await page.goto(`${origin}/stores/${store.id}/layouts/${id}`);
  await pageSettled(page);
  // Wait until the browser draws the email instead of the server.
  await block(page, /Heading/)
    .first()
    .waitFor();
  return { page, asked, random: seeded(20_261_118 + i) };
}

/** Types a few letters in a text of the email, or in the subject. */
async function type(page: Page, random: Random) {
  const texts = row(page, /^(Heading|Text)/);
  const count = await texts.count();
  if (count === 0 || random(4) === 0) await page.getByRole('textbox', { name: 'Subject' }).focus();
  else {
    await texts.nth(random(count)).click();
    await page.keyboard.press('Enter');
  }
  for (let key = 0; key < 12; key++) await page.keyboard.press(String.fromCharCode(97 + random(26)));
  await page.keyboard.press('Escape');
}

/** Saves and waits until the server has it; on a conflict, the person's own version wins. */
async function save(page: Page) {
  if (await saveButton(page).isDisabled()) return;
  await saveButton(page).click();
  const mine = page.getByRole('button', { name: 'Apply' });
  await expect
    .poll(
      async () => {
        if (await mine.isVisible()) await mine.click();
        return page.getByText('unsaved', { exact: true }).count();
      },
      { timeout: PATIENCE_MS },
    )
    .toBe(0);
}

type EditingPerson = Awaited<ReturnType<typeof begin>>;

async function edit({ page, random }: EditingPerson) {
  const until = Date.now() + LASTING_MS;
  for (let round = 0; Date.now() < until; round++) {
    for (let i = 0; i < 8; i++) await (random(3) === 0 ? type(page, random) : runCommand(page, random));
    await page.waitForTimeout(REST_MS);
    if (round % 3 === 0) await save(page);
  }
}

/** Writes, and waits until the server has the draft and has been polled for changes. */
async function writeOn({ page, asked, random }: EditingPerson) {
  const { drafts } = asked;
  await type(page, random);
  await expect.poll(() => asked.drafts > drafts && asked.news > 0, { timeout: PATIENCE_MS }).toBe(true);
}

/**
 * The server compiles an email once when it is opened, to show it until the browser draws it, and once for
 * each save. Drafts and polling don't compile.
 */
nightlyOnly(
  'ten people editing for ten minutes compile only on open and save, and none is refused (contract: The app 19)',
  async () => {
    const first = await counted();
    const layouts: string[] = [];
    for (let i = 0; i < LAYOUTS; i++) layouts.push((await made(mailOf(`Mail ${i}`))).id);
    const before = await counted();
    // Each was compiled when it was created, which shows that the metric counts compiles.
    expect(before.compiles - first.compiles).toBe(LAYOUTS);
    const people: EditingPerson[] = [];
    for (let i = 0; i < PEOPLE; i++) people.push(await begin(i, layouts[i % LAYOUTS] as string));
    await Promise.all(people.map(edit));
    const edited = await counted();
    await Promise.all(people.map(writeOn));
    expect((await counted()).compiles).toBe(edited.compiles);
    await Promise.all(people.map(({ page }) => save(page)));
    const after = await counted();

    const compiles = after.compiles - before.compiles;
    const sum = (what: 'saves' | 'overtaken' | 'drafts' | 'news' | 'tooMany') =>
      people.reduce((all, { asked }) => all + asked[what], 0);
    const busiest = Math.max(...people.flatMap(({ asked }) => asked.byMinute.filter(Number)));
    console.log(
      `${PEOPLE} people, ${LASTING_MS / 1000} s: ${compiles} compiles for ${PEOPLE} opens and ${sum('saves')} saves (${sum('overtaken')} overtaken); ` +
        `${sum('drafts')} drafts, ${sum('news')} times news; at most ${busiest} requests a minute of one person`,
    );
    // A save that is overtaken while it compiles still costs a compile.
    expect(compiles).toBeLessThanOrEqual(PEOPLE + sum('saves') + sum('overtaken'));
    expect(sum('saves')).toBeGreaterThanOrEqual(PEOPLE);
    expect(sum('drafts')).toBeGreaterThanOrEqual(PEOPLE);
    expect([sum('tooMany'), after.refused - before.refused]).toEqual([0, 0]);
    await Promise.all(people.map(({ page }) => page.context().close()));
  },
);
