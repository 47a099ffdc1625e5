import type { Category } from '../../../../features/layouts/content/layout-state.schema.ts';
import { createLayout } from '../../../../features/layouts/layouts/create-layout.op.ts';
import { deleteLayout } from '../../../../features/layouts/layouts/delete-layout.op.ts';
import { updateLayout } from '../../../../features/layouts/layouts/update-layout.op.ts';
import { addPreset } from '../../../../features/layouts/presets/add-preset.op.ts';
import { putTranslation } from '../../../../features/layouts/translations/put-translation.op.ts';
import type { JsonObject } from '../../../../kernel/json.ts';
import { french } from '../content/french.ts';
import { german } from '../content/german.ts';
import { type DemoLayout, deletedLayout, layouts, presets, reminder } from '../content/layouts.ts';
import { type DemoTranslation, translateDesign } from '../content/translation.ts';
import type { RunOperation } from './run-operation.ts';

export interface CreatedLayout {
  id: string;
  name: string;
  category: Category;
  /** Test variables for its text. */
  testVariables: JsonObject;
}

/** By layout key. */
export type CreatedLayouts = ReadonlyMap<string, CreatedLayout>;

const languages: Readonly<Record<string, Readonly<Record<string, DemoTranslation>>>> = {
  de: german,
  fr: french,
};

const newPreset = async (ask: RunOperation, kind: keyof typeof presets): Promise<string> => {
  const { name, blocks } = presets[kind];
  const file = { name: `${kind}.json`, bytes: Buffer.from(JSON.stringify(blocks)) };
  return (await ask<{ id: string }>(addPreset, { kind, name, file })).id;
};

async function translate(ask: RunOperation, id: string, { key, content }: DemoLayout): Promise<void> {
  for (const [locale, translations] of Object.entries(languages)) {
    const translation = translations[key];
    if (!translation) continue;
    const { subject, previewText, body, words = {} } = translation;
    const main = content.bodyDesign;
    const bodyDesign = translation.bodyDesign ?? (main === undefined ? main : translateDesign(main, words));
    await ask(
      putTranslation,
      {
        ...{ subject, previewText },
        ...(body !== undefined && { body }),
        ...(bodyDesign !== undefined && { bodyDesign }),
      },
      { id, locale },
    );
  }
}

/**
 * Creates the layouts with their later changes, their translations, and the presets that one of them shares.
 */
export async function createLayouts(ask: RunOperation): Promise<CreatedLayouts> {
  const header = await newPreset(ask, 'header');
  const footer = await newPreset(ask, 'footer');
  const made = new Map<string, CreatedLayout>();
  // Created in reverse, because lists show the last change first.
  for (const layout of [reminder(header, footer), ...layouts.toReversed()]) {
    const { id } = await ask<{ id: string }>(createLayout, layout.content);
    if (layout.changed) await ask(updateLayout, layout.changed, { id });
    await translate(ask, id, layout);
    const { name, category = 'transactional', bodyDesign } = layout.content;
    const testVariables = (bodyDesign as JsonObject | undefined)?.['testVariables'] ?? {};
    made.set(layout.key, {
      ...{ id, name: name as string, category: category as Category },
      testVariables: testVariables as JsonObject,
    });
  }
  const { id } = await ask<{ id: string }>(createLayout, deletedLayout);
  await ask(deleteLayout, {}, { id });
  return made;
}
