import { z } from 'zod';
import { id, idInput } from '../../../kernel/id.ts';
import { appOperation } from '../../../kernel/operation.ts';
import { pageInput, pageOf, toPage } from '../../../kernel/page.ts';
import { presetLanguage } from '../content/preset-language.rules.ts';
import { pageOfUsers } from './preset-users.store.ts';
import { requirePreset } from './require-preset.ts';

export const listPresetUsers = appOperation({
  name: 'list_preset_users',
  summary: 'List the layouts whose next mail a change of a preset reaches, with their languages, by name.',
  app: [{ method: 'GET', path: '/presets/:id/layouts', role: 'viewer' }],
  input: z.object({ id: idInput('preset'), ...pageInput }),
  output: pageOf(
    z.object({
      id,
      name: z.string(),
      languages: z.array(
        z.object({
          locale: z.string().describe('Of the mail.'),
          presetLanguage: z.string().describe('Which language of the preset it has; empty for its own.'),
        }),
      ),
    }),
  ),
  find: requirePreset,
  async run(ctx, { id: _id, ...request }, preset) {
    const { rows, total } = await pageOfUsers(ctx.db, preset.id, request);
    const users = rows.map(({ locales, ...layout }) => ({
      ...layout,
      languages: locales.map((locale) => ({ locale, presetLanguage: presetLanguage(preset, locale) })),
    }));
    return { value: toPage(request, users, total) };
  },
});
