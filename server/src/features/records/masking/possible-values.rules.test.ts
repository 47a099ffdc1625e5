import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sized } from '../../../../test/harness/size.ts';
import { type Encoder, encoders } from '../../../../test/masking/encoders.ts';
import { pieceOf } from '../../../../test/masking/recognise.ts';
import { names, secrets } from '../../../../test/masking/values.ts';
import { searchFor } from './known-search.rules.ts';
import { knownPersonal, knownSecrets } from './known-values.rules.ts';
import { possibleValuesIn, valueEdgesOf } from './possible-values.rules.ts';
import { ANYHOW } from './wanted-forms.rules.ts';

const plain = fc.string({ unit: fc.constantFrom(...'aZ09 -_.~+/:@!'), minLength: 3, maxLength: 60 });
const padded = fc.base64String({ minLength: 8, maxLength: 60 });
const values = fc.oneof(secrets, names, plain, padded);
const cut = fc.option(
  fc.record({ part: fc.double({ min: 0.5, max: 1, noNaN: true }), fromEnd: fc.boolean() }),
);

describe('which values a text may hold', () => {
  it('is never answered with less than a search finds', () => {
    let found = 0;
    let certain = 0;
    const everyEncoder = Object.entries(encoders);
    fc.assert(
      fc.property(
        values,
        fc.constantFrom(...everyEncoder),
        fc.option(fc.constantFrom(...everyEncoder)),
        cut,
        fc.constantFrom('(#)', '#', 'a# b', '"#\\n"', 'x=#&y'),
        (value, [, first], second, cutting, around) => {
          const piece = cutting ? pieceOf(value, cutting.part, cutting.fromEnd) : value;
          const once = (first as Encoder).encode(piece);
          const text = around.replace('#', () => (second ? second[1].encode(once) : once));
          const known = [...knownSecrets([['S', value]]), ...knownPersonal([{ kind: 'name', value }])];
          const possible = possibleValuesIn([text]);
          for (const one of known) {
            if (searchFor([one], ANYHOW).find(text).length === 0) continue;
            found++;
            if (valueEdgesOf(one.value) !== null) certain++;
            expect(possible.has(valueEdgesOf(one.value)), `${one.value} in ${text}`).toBe(true);
          }
        },
      ),
      { numRuns: sized(1_500, 100_000) },
    );
    expect(found).toBeGreaterThan(sized(500, 30_000));
    expect(certain).toBeGreaterThan(sized(150, 10_000));
  }, 3_600_000);

  it('leaves out nearly everything that is not there', () => {
    const possible = possibleValuesIn([
      'gid://shopify/Order/5823417263 step-7 Order paid, thank the customer',
    ]);
    const others = fc.sample(fc.base64String({ minLength: 24, maxLength: 60 }), { numRuns: 1_000, seed: 1 });
    expect(others.filter((value) => possible.has(valueEdgesOf(value))).length).toBeLessThan(50);
  });
});
