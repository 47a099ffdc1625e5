import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { carryKey } from '../../../web/src/features/editor/model/keys.rules.ts';
import { applyChoices } from '../../../web/src/features/layouts/merge/decide.rules.ts';
import { mergeWork } from '../../../web/src/features/layouts/merge/merge-work.rules.ts';
import type { LayoutWork } from '../../../web/src/features/layouts/session/layout-work.rules.ts';
import { problemsOfDesign } from '../../src/features/rendering/design/design.schema.ts';
import { sameValue } from '../../src/features/rendering/design/merge-values.rules.ts';
import type { Json, JsonObject } from '../../src/kernel/json.ts';
import { sized } from '../harness/size.ts';
import { designs } from './generated-designs.ts';
import { edited, edits, wordsIn } from './random-edits.ts';

const work = (bodyDesign: JsonObject): LayoutWork => ({ en: { subject: 'S', bodyDesign } });
const merge = (base: LayoutWork, mine: LayoutWork, theirs: LayoutWork) =>
  mergeWork(base, mine, theirs, carryKey);
const designIn = (of: LayoutWork) => of['en']?.['bodyDesign'] as JsonObject;

/** `npm run check:nightly` runs all three thousand. */
const runs = sized(300, 3000);

describe('any two edits of one design', () => {
  const pairs = fc.tuple(designs, edits, edits).map(([base, mine, theirs]) => ({
    base: work(base),
    mine: work(edited(base, mine, 'm')),
    theirs: work(edited(base, theirs, 't')),
  }));

  test('are merged: nothing is lost, and the result is valid and the same for both', () => {
    let unasked = 0;
    fc.assert(
      fc.property(pairs, ({ base, mine, theirs }) => {
        const found = merge(base, mine, theirs);
        if (found.conflicts.length === 0) unasked++;
        const asked = found.conflicts.map((each) => JSON.stringify([each.mine, each.theirs])).join();
        const all = `${JSON.stringify(found.state)}${asked}`;
        for (const [who, from] of [['m', mine] as const, ['t', theirs] as const])
          for (const word of wordsIn(from as JsonObject, who)) expect(all).toContain(word);
        for (const each of found.conflicts) expect(sameValue(each.mine, each.theirs)).toBe(false);
        const back = merge(base, theirs, mine);
        expect(back.conflicts).toHaveLength(found.conflicts.length);
        const chosen = [applyChoices(found, () => 'theirs'), applyChoices(back, () => 'mine')] as const;
        const isOneOrOther = found.conflicts.some(
          ({ key, ...each }) => key.length === 0 && each.mine !== undefined && each.theirs !== undefined,
        );
        if (!isOneOrOther) expect(sameValue(chosen[0] as Json, chosen[1] as Json)).toBe(true);
        const areValid = [mine, theirs].every((each) => problemsOfDesign(designIn(each)).length === 0);
        if (areValid)
          for (const each of [found.state, chosen[0], chosen[1]])
            expect(problemsOfDesign(designIn(each))).toEqual([]);
      }),
      { numRuns: runs, seed: 1717 },
    );
    // Many of these designs have few blocks, so both people often write in the same one.
    expect(unasked / runs).toBeGreaterThan(0.75);
  });

  test('equal one side byte for byte if the other did nothing or the same', () => {
    fc.assert(
      fc.property(pairs, ({ base, mine, theirs }) => {
        expect(JSON.stringify(merge(base, mine, base).state)).toBe(JSON.stringify(mine));
        expect(merge(base, base, theirs)).toEqual({ state: theirs, conflicts: [] });
        expect(merge(base, mine, structuredClone(mine))).toEqual({ state: mine, conflicts: [] });
      }),
      { numRuns: runs, seed: 1718 },
    );
  });

  test('in different blocks cause no conflict', () => {
    const text = (i: number) => ({ type: 'text', html: `<p>Line ${i}</p>`, padding: { top: i } });
    const base = { blocks: Array.from({ length: 20 }, (_, i) => text(i)) };
    const writes = fc.uniqueArray(fc.nat(9), { minLength: 1 });
    fc.assert(
      fc.property(writes, writes, (even, odd) => {
        const written = (places: readonly number[], who: string): JsonObject => ({
          blocks: base.blocks.map((block, i) =>
            places.includes(i) ? { ...block, html: `${who}${i}` } : block,
          ),
        });
        const [mine, theirs] = [even.map((i) => 2 * i), odd.map((i) => 2 * i + 1)];
        const found = merge(work(base), work(written(mine, 'm')), work(written(theirs, 't')));
        expect(found.conflicts).toEqual([]);
        const said = (designIn(found.state)['blocks'] as JsonObject[]).map(({ html }) => html);
        for (const i of mine) expect(said[i]).toBe(`m${i}`);
        for (const i of theirs) expect(said[i]).toBe(`t${i}`);
      }),
      { numRuns: 100, seed: 1719 },
    );
  });
});
