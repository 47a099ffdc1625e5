import type { BrowserContextOptions } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { editor } from '../../../web/src/texts/en/editor.ts';
import { layouts } from '../../../web/src/texts/en/layouts.ts';
import { starterDesigns } from '../../src/features/layouts/starter-designs/starter-designs.rules.ts';
import { compileDesign, emptyJob } from '../../src/features/rendering/design/compile-design.rules.ts';
import type { JsonObject } from '../../src/kernel/json.ts';
import { editorOf, saved } from '../harness/app-editor.ts';
import { narrowScreens, reflowFaults } from '../harness/app-reflow.ts';
import { emptyStore } from '../harness/app-store.ts';
import { DesignBuilder } from '../harness/design-builder.ts';
import { byClicks, byClicksInSheets, byKeys } from '../harness/input-methods.ts';
import { sharedApp } from '../harness/shared-app.ts';
import { sized } from '../harness/size.ts';

const { browser, origin } = await sharedApp();

let { call, made, open } = {} as ReturnType<typeof editorOf>;
beforeAll(async () => {
  ({ call, made, open } = editorOf(browser, origin, await emptyStore(browser, origin)));
});

const { kinds } = layouts.outdated;
const words = {
  kindOf: (type: string) => kinds[type as keyof typeof kinds],
  labelOf: (field: string) => editor.labels[field as keyof typeof editor.labels],
  choiceOf: (value: string) => {
    if (Object.hasOwn(editor.choices, value)) return editor.choices[value as keyof typeof editor.choices];
    return /^\d/.test(value)
      ? value.replaceAll('-', ' : ')
      : value.slice(0, 1).toUpperCase() + value.slice(1);
  },
};
const { testVariables, ...newsletter } = (starterDesigns.en.find(({ key }) => key === 'newsletter')
  ?.bodyDesign ?? {}) as JsonObject & { blocks: JsonObject[] };
async function htmlOf(design: JsonObject) {
  const outcome = await compileDesign({ ...emptyJob, design });
  if ('problems' in outcome) throw new Error(JSON.stringify(outcome.problems));
  return outcome.html;
}

interface Way {
  how: string;
  hand: typeof byKeys;
  screen: BrowserContextOptions;
  /** Only part of it, except in the nightly check. */
  wanted: JsonObject;
}
const { small, enlarged } = narrowScreens;
const { header = {}, blocks } = newsletter;
/** Only its beginning, in two ways; in the nightly check all of it, in every way. */
const ways: Way[] = sized(
  [
    { how: 'by keys', hand: byKeys, screen: {}, wanted: { blocks: blocks.slice(0, 2) } },
    { how: 'by clicks in 320 pixels', hand: byClicksInSheets, screen: small, wanted: { header, blocks: [] } },
  ],
  [
    { how: 'by keys', hand: byKeys, screen: {}, wanted: newsletter },
    { how: 'by clicks', hand: byClicks, screen: {}, wanted: newsletter },
    { how: 'by clicks in 320 pixels', hand: byClicksInSheets, screen: small, wanted: newsletter },
    { how: 'by keys, enlarged four times', hand: byKeys, screen: enlarged, wanted: newsletter },
  ],
);

test.each(ways)(
  'builds the starter newsletter from an empty email without dragging: $how',
  async ({ hand: handOn, screen, wanted }) => {
    const { id } = await made({ blocks: [], ...(testVariables && { testVariables }) });
    const page = await open(id, '', screen);
    const hand = handOn(page);
    await new DesignBuilder(page, hand, words).build(wanted as Parameters<DesignBuilder['build']>[0]);
    if (screen.viewport) expect(await reflowFaults(page)).toEqual([]);
    await hand.showMail();
    await saved(page);
    const { bodyDesign } = await call('GET', `/email-templates/${id}`);
    // Defaults are not written, so the email is the same although the design contains less.
    expect(await htmlOf(bodyDesign as unknown as JsonObject)).toBe(await htmlOf(wanted));
    await page.context().close();
  },
  1_200_000,
);
