import { findingTexts } from 'outstep/features/rendering/design/findings/messages.rules.ts';
import { plural } from '../grammar/plural.ts';

export const checks = {
  /** As worded by the API. */
  sentences: findingTexts,
  title: 'Issues',
  count: (count: number) => plural('en', count, { one: '# issue', other: '# issues' }),
  fine: 'No issues',
  severities: { error: 'Error', warning: 'Warning', hint: 'Suggestion' },
  subject: 'Subject',
  previewText: 'Preview text',
  marketingTexts: 'Details',
  preset: (name: string) => `In the shared section “${name}”`,
  presetPage: 'Open shared section',
  fixes: {
    decorative: 'Mark as decorative',
    color: 'Use a readable color',
    default: 'Leave blank if missing',
    level: (level: number) => `Change to level ${level}`,
    size: (pixels: number) => `Change to ${pixels} pixels`,
  },
  fixed: (sentence: string) => `Fixed: ${sentence} Press Ctrl+Z to undo.`,
};
