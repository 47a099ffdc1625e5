import { expect, test } from 'vitest';
import { withBlocks } from './preset-language.ts';
import type { Preset } from './queries.ts';
import { reachedBy } from './reached.ts';

const of = (locale: string, presetLanguage: string) => ({ locale, presetLanguage });

test('the layouts of one language of a preset, with the languages of their mails', () => {
  const users = [
    { id: '1', name: 'Order', languages: [of('en', ''), of('de', 'de'), of('de-at', 'de')] },
    { id: '2', name: 'Welcome', languages: [of('fr', '')] },
  ];
  expect(reachedBy(users, 'de')).toEqual([{ id: '1', name: 'Order', locales: ['de', 'de-at'] }]);
  expect(reachedBy(users, '').map(({ locales }) => locales)).toEqual([['en'], ['fr']]);
});

test('one language is written and the others stay', () => {
  const german = { blocks: [{ type: 'divider' }], stale: [] };
  const preset = { blocks: [{ type: 'spacer' }], languages: { de: german } } as unknown as Preset;
  const written = [{ type: 'text', html: 'New' }];
  expect(withBlocks(preset, '', written)).toEqual({ ...preset, blocks: written });
  expect(withBlocks(preset, 'de', written)).toEqual({
    ...preset,
    languages: { de: { ...german, blocks: written } },
  });
});
