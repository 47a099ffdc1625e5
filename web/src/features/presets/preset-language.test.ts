import { expect, test } from 'vitest';
import { withBlocks } from './preset-language.ts';
import type { Preset } from './queries.ts';

test('writes one language and keeps the others', () => {
  const german = { blocks: [{ type: 'divider' }], stale: [] };
  const preset = { blocks: [{ type: 'spacer' }], languages: { de: german } } as unknown as Preset;
  const written = [{ type: 'text', html: 'New' }];
  expect(withBlocks(preset, '', written)).toEqual({ ...preset, blocks: written });
  expect(withBlocks(preset, 'de', written)).toEqual({
    ...preset,
    languages: { de: { ...german, blocks: written } },
  });
});
