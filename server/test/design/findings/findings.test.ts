import { describe, expect, it } from 'vitest';
import type { MailFacts } from '../../../src/features/rendering/design/findings/finding.rules.ts';
import {
  type FindingRule,
  severityOf,
} from '../../../src/features/rendering/design/findings/finding-rules.schema.ts';
import { findingsOf, MAX_FINDINGS } from '../../../src/features/rendering/design/findings/findings.rules.ts';
import {
  findingMessage,
  findingTexts,
} from '../../../src/features/rendering/design/findings/messages.rules.ts';
import { appearanceCases } from './appearance-cases.ts';
import { type Cases, mail } from './facts.ts';
import { mailCases } from './mail-cases.ts';

const cases: Record<FindingRule, Cases> = { ...appearanceCases, ...mailCases };

const firing = (rule: FindingRule, facts: MailFacts) =>
  findingsOf(facts)
    .filter((each) => each.rule === rule)
    .map(({ field }) => field);

describe.each(Object.entries(cases) as [FindingRule, Cases][])('%s', (rule, { breaks, keeps }) => {
  it.each(breaks)('is found (%#)', (facts, field) => {
    expect(firing(rule, facts)).toEqual([field]);
  });
  it.each(keeps)('is not found without a problem (%#)', (facts) => {
    expect(firing(rule, facts)).toEqual([]);
  });
});

it('explains every finding in a sentence', () => {
  const all = Object.values(cases).flatMap(({ breaks }) => breaks.flatMap(([facts]) => findingsOf(facts)));
  expect(new Set(all.map(({ rule }) => rule))).toEqual(new Set(Object.keys(severityOf)));
  for (const each of all) expect(findingMessage(findingTexts, each)).toMatch(/^\S.*[.?]$/);
});

it('lists the most important findings first, up to a limit', () => {
  const many = mail(
    Array.from({ length: 150 }, () => ({ type: 'image', url: 'https://a.example/a.png' })),
    {
      subject: '',
      previewText: '',
    },
  );
  const found = findingsOf(many);
  expect(found).toHaveLength(MAX_FINDINGS);
  expect(found[0]?.rule).toBe('subject-empty');
  expect(found.map(({ severity }) => severity)).not.toContain('hint');
});

it('offers a color that can be read', () => {
  const [found] = findingsOf(mail([{ type: 'heading', text: 'Pale', color: '#dddddd' }])).filter(
    ({ rule }) => rule === 'contrast',
  );
  expect(found?.values).toMatchObject({ theme: 'light', ratio: 1.3 });
  const { better } = (found?.values ?? {}) as { better: string };
  expect(firing('contrast', mail([{ type: 'heading', text: 'Pale', color: better }]))).toEqual([]);
});
