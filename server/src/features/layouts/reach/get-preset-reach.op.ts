import { z } from 'zod';
import { idInput } from '../../../kernel/id.ts';
import { appOperation } from '../../../kernel/operation.ts';
import { pageInput, toPage } from '../../../kernel/page.ts';
import { findReach } from '../../delivery/reach/find-reach.ts';
import { presetLanguage } from '../content/preset-language.rules.ts';
import { requirePreset } from '../presets/require-preset.ts';
import { pageOfUsers } from './preset-users.store.ts';
import { presetReach } from './reach.schema.ts';

export const getPresetReach = appOperation({
  name: 'get_preset_reach',
  summary:
    'Tell what a change of a preset reaches: layouts by name, their languages, steps and runs of 30 days.',
  description: 'Steps, and runs of all, are those of the layouts of the page.',
  app: [{ method: 'GET', path: '/presets/:id/reach', role: 'viewer' }],
  input: z.object({ id: idInput('preset'), ...pageInput }),
  output: presetReach,
  find: requirePreset,
  async run(ctx, { id: _id, ...request }, preset) {
    const { rows, total } = await pageOfUsers(ctx.db, preset.id, request);
    const { reach, runsOf, runsIn } = await findReach(
      ctx,
      'EMAIL',
      rows.map(({ id }) => id),
    );
    const layouts = rows.map(({ id, name, locales }) => ({
      ...{ id, name, ...runsOf(id) },
      languages: locales.map((locale) => ({
        ...{ locale, presetLanguage: presetLanguage(preset, locale), runs: runsIn(id, locale) },
      })),
    }));
    return { value: { ...toPage(request, layouts, total), ...reach } };
  },
});
