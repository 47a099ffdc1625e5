import { describe, expect, it } from 'vitest';
import { alone, told } from '../../../../test/masking/free-text.ts';
import { othersAlone } from '../../../../test/masking/free-text-others.ts';
import { harmlessOthers } from '../../../../test/masking/harmless-others.ts';
import { harmlessPayloads } from '../../../../test/masking/harmless-payloads.ts';
import { harmlessTexts } from '../../../../test/masking/harmless-texts.ts';
import { harmlessValues } from '../../../../test/masking/harmless-values.ts';
import { keyed } from '../../../../test/masking/keyed.ts';
import { leavesOf, personalIn, unmarked, unmarkedTree } from '../../../../test/masking/sample.ts';
import type { Json } from '../../../kernel/json.ts';
import { createMasker, personalValuesOf } from './masking.rules.ts';

const report = (what: string, part: number, of: number) =>
  process.stdout.write(`history masking: ${what} ${part}/${of} = ${(part / of).toFixed(4)}\n`);

/** Leaves by path, which masking does not change. */
const byPath = (value: Json) => new Map(leavesOf(value).map((leaf) => [leaf.path, String(leaf.value)]));

const payloads = keyed.map(({ from, data }) => ({
  from,
  leaves: leavesOf(data),
  after: byPath(createMasker().tree(unmarkedTree(data)).value),
}));

describe('personal data in history (spec: What the service does 5)', () => {
  it('is hidden where a name gives it away', () => {
    const missed: string[] = [];
    let count = 0;
    for (const { from, leaves, after } of payloads)
      for (const { path, personal } of leaves)
        for (const value of personal) {
          count++;
          if (after.get(path)?.includes(value)) missed.push(`${from}: ${path} ${value}`);
        }
    expect(count).toBeGreaterThanOrEqual(300);
    report('recall in keyed data', count - missed.length, count);
    expect({ missed, enough: missed.length <= 0.02 * count }).toMatchObject({ enough: true });
  });

  it('is hidden in free text', () => {
    const missed: string[] = [];
    let count = 0;
    const check = (text: string, after: string) => {
      for (const value of personalIn(text)) {
        count++;
        if (after.includes(value)) missed.push(`${value} in ${after}`);
      }
    };
    for (const text of [...alone, ...othersAlone]) check(text, createMasker().text(unmarked(text)).value);
    for (const { knows, texts } of told) {
      const masker = createMasker({ personal: personalValuesOf(knows) });
      for (const text of texts) check(text, masker.text(unmarked(text)).value);
    }
    report('recall in free text', count - missed.length, count);
    expect({ missed, enough: missed.length <= 0.1 * count }).toMatchObject({ enough: true });
  });
});

describe('harmless data in history', () => {
  it('stays as it is', () => {
    const hit: string[] = [];
    let count = 0;
    const check = (before: string, after: string | undefined) => {
      count++;
      if (before !== after) hit.push(`${before} -> ${after}`);
    };
    for (const text of [...harmlessValues, ...harmlessTexts, ...harmlessOthers])
      check(text, createMasker().text(text).value);
    for (const payload of harmlessPayloads) {
      const after = byPath(createMasker().tree(payload).value);
      for (const { path, value } of leavesOf(payload)) check(String(value), after.get(path));
    }
    for (const { leaves, after } of payloads)
      for (const { path, value, personal } of leaves)
        if (personal.length === 0) check(String(value), after.get(path));
    expect(count).toBeGreaterThanOrEqual(300);
    report('false hits', hit.length, count);
    expect({ hit, few: hit.length <= 0.01 * count }).toMatchObject({ few: true });
  });
});
