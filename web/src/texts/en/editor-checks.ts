import { findingTexts } from '../../../../server/src/features/rendering/design/findings/messages.rules.ts';
import { plural } from '../grammar/plural.ts';

export const checks = {
  /** As the API says them. */
  sentences: findingTexts,
  title: 'Checks',
  count: (count: number) => plural('en', count, { one: '# check', other: '# checks' }),
  fine: 'Checks: nothing found',
  severities: { error: 'Error', warning: 'Warning', hint: 'Hint' },
  subject: 'Subject',
  previewText: 'Preview line',
  marketingTexts: 'Details',
  preset: (name: string) => `In the preset “${name}”`,
  presetPage: 'Open on its own page',
  fixes: {
    decorative: 'It is decorative',
    color: 'Use a readable colour',
    default: 'Empty if missing',
    level: (level: number) => `Make it level ${level}`,
    size: (pixels: number) => `Make it ${pixels} pixels`,
  },
  fixed: (sentence: string) => `Mended: ${sentence} Ctrl+Z undoes it.`,
};
