import { beforeAll, expect, test } from 'vitest';
import { editor } from '../../../web/src/texts/en/editor.ts';
import { layouts } from '../../../web/src/texts/en/layouts.ts';
import { starterDesigns } from '../../src/features/layouts/starter-designs/starter-designs.rules.ts';
import { compileDesign, emptyJob } from '../../src/features/rendering/design/compile-design.rules.ts';
import type { JsonObject } from '../../src/kernel/json.ts';
import { editorOf, saved } from '../harness/app-editor.ts';
import { emptyStore } from '../harness/app-store.ts';
import { byClicks, byKeys, DesignBuilder } from '../harness/design-builder.ts';
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
/** By day its beginning; by night all of it, by clicks too. */
const wanted = { ...newsletter, blocks: newsletter.blocks.slice(0, sized(2, newsletter.blocks.length)) };

async function htmlOf(design: JsonObject) {
  const outcome = await compileDesign({ ...emptyJob, design });
  if ('problems' in outcome) throw new Error(JSON.stringify(outcome.problems));
  return outcome.html;
}

test.each(sized([byKeys], [byKeys, byClicks]))(
  'the ready newsletter is built from an empty mail, without one drag: %o',
  async (hand) => {
    const { id } = await made({ blocks: [], ...(testVariables && { testVariables }) });
    const page = await open(id);
    await new DesignBuilder(page, hand(page), words).build(wanted as Parameters<DesignBuilder['build']>[0]);
    await saved(page);
    const { bodyDesign } = await call('GET', `/email-templates/${id}`);
    // What is as it would be anyway is not written: the mail is the same, the design says less.
    expect(await htmlOf(bodyDesign as unknown as JsonObject)).toBe(await htmlOf(wanted));
    await page.context().close();
  },
  600_000,
);
