import { type Difference, differences } from '../../../kernel/differences.ts';
import type { Json } from '../../../kernel/json.ts';
import { summaryOfChanges } from '../content/summary.rules.ts';

/** A preset as a whole: what a write changes, and what a version keeps. */
export interface PresetContent {
  name: string;
  blocks: Json[];
}

const fields = ['name', 'blocks'] as const;

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

export const changedFields = (before: PresetContent, after: PresetContent): string[] =>
  fields.filter((field) => !isSame(before[field], after[field]));

/** One line on what a write changed. */
export const presetSummary = (before: PresetContent, after: PresetContent): string =>
  summaryOfChanges({ fields: changedFields(before, after), old: [], now: [], isSame: () => true });

const comparable = ({ name, blocks }: PresetContent): Json => ({ name, blocks });

export const presetDifferences = (from: PresetContent, to: PresetContent): Difference[] =>
  differences(comparable(from), comparable(to));
