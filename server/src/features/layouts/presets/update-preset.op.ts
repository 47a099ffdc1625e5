import { etagOf } from '../../../kernel/etag.ts';
import { appOperation } from '../../../kernel/operation.ts';
import { changed } from '../../../kernel/patch.ts';
import { yieldToEventLoop } from '../../../kernel/yield-to-event-loop.ts';
import { hashOf } from '../content/hash-text.ts';
import { wellFormedBlocks } from './preset-blocks.rules.ts';
import { requirePreset, versionsOfPreset } from './preset-document.ts';
import { type LanguageChange, withLanguages } from './preset-languages.rules.ts';
import { preset, updatePresetInput } from './presets.schema.ts';
import { viewPreset } from './presets.view.ts';
import { savePreset } from './save-preset.ts';

const wellFormedLanguage = (
  locale: string,
  { blocks, done }: { blocks?: unknown[] | undefined; done?: string[] | undefined },
): LanguageChange => ({ blocks: blocks && wellFormedBlocks(blocks, ['languages', locale]), done });

export const updatePreset = appOperation({
  name: 'update_preset',
  summary: 'Change a header, footer or part. It takes effect in the next email of every layout that uses it.',
  app: [
    { method: 'PUT', path: '/presets/:id', role: 'editor' },
    { method: 'PATCH', path: '/presets/:id', role: 'editor' },
  ],
  input: updatePresetInput,
  output: preset,
  errorKinds: ['not_found', 'stale'],
  find: requirePreset,
  etagOf,
  changedSince: versionsOfPreset.changedSince,
  async run(ctx, { name, blocks: sent, defaultLocale, languages }, found, auditRows) {
    const blocks = sent && wellFormedBlocks(sent);
    const changes = Object.entries(languages ?? {}).map(([locale, change]) => [
      locale,
      change && wellFormedLanguage(locale, change),
    ]);
    const saved = await savePreset(ctx, found, {
      auditRows,
      change(content) {
        const own = { name: name ?? content.name, blocks: blocks ?? content.blocks };
        const locale = changed(defaultLocale, content.defaultLocale);
        const others = languages === null ? {} : content.languages;
        const next = { ...own, defaultLocale: locale, languages: others };
        return withLanguages(next, Object.fromEntries(changes), hashOf(ctx), yieldToEventLoop);
      },
    });
    return { value: await viewPreset(saved, hashOf(ctx), yieldToEventLoop), etag: etagOf(saved) };
  },
});
