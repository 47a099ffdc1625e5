import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sized } from '../../../../test/harness/size.ts';
import { type Encoder, encoders } from '../../../../test/masking/encoders.ts';
import { pieceOf } from '../../../../test/masking/recognize.ts';
import { names, secrets } from '../../../../test/masking/values.ts';
import { decodedViewsOf } from './decoded-views.rules.ts';
import { matcherFor } from './known-matcher.rules.ts';
import { knownPersonal, knownSecrets } from './known-values.rules.ts';
import { ENCODED_FORM, possibleValues, READABLE_FORM } from './possible-values.rules.ts';
import { THOROUGH_SEARCH } from './search-variants.rules.ts';

const plain = fc.string({ unit: fc.constantFrom(...'aZ09 -_.~+/:@!\\'), minLength: 3, maxLength: 60 });
const padded = fc.base64String({ minLength: 8, maxLength: 60 });
const addresses = fc
  .tuple(fc.stringMatching(/^[a-z.+]{1,20}$/), fc.constantFrom('ab.de', 'shop.example.com'))
  .map((parts) => parts.join('@'));
const escaped = fc.constantFrom('\\x41bcdefgh\\x31', '\\u0041bcdefghi\\n', 'a%41bcdefgh%41');
const values = fc.oneof(secrets, names, plain, padded, addresses, escaped);
const cut = fc.option(
  fc.record({ part: fc.double({ min: 0.5, max: 1, noNaN: true }), fromEnd: fc.boolean() }),
);
const everyEncoder = Object.entries(encoders);
const kindOf = (value: string) => (value.includes('@') ? 'email' : 'name');
const textsOf = (text: string) => [...decodedViewsOf(text)].map((reading) => reading.text);

describe('the values that a text may contain', () => {
  it('includes everything that a matcher finds', () => {
    let found = 0;
    let certain = 0;
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
          const known = [...knownSecrets([['S', value]]), ...knownPersonal([{ kind: kindOf(value), value }])];
          const readings = textsOf(text);
          const possible = possibleValues(known).inAny(readings);
          known.forEach((one, i) => {
            const isThere = (isCoded: boolean) => {
              const matches = matcherFor([one], THOROUGH_SEARCH, () => isCoded);
              return readings.some((reading) => matches(reading, () => undefined).length > 0);
            };
            if (!isThere(true)) return;
            found++;
            const how = possible[i] as number;
            if (how !== (READABLE_FORM | ENCODED_FORM)) certain++;
            expect(how & (isThere(false) ? READABLE_FORM : ENCODED_FORM), `${one.value} in ${text}`).not.toBe(
              0,
            );
          });
        },
      ),
      { numRuns: sized(800, 100_000) },
    );
    expect(found).toBeGreaterThan(sized(250, 30_000));
    expect(certain).toBeGreaterThan(sized(80, 10_000));
  }, 3_600_000);

  it('excludes nearly everything that does not occur', () => {
    const others = fc.sample(fc.base64String({ minLength: 24, maxLength: 60 }), { numRuns: 1_000, seed: 1 });
    const known = knownSecrets(others.map((value) => ['S', value]));
    const text = 'gid://shopify/Order/5823417263 step-7 Order paid, thank the customer';
    const possible = possibleValues(known).inAny(textsOf(text));
    expect(possible.filter((how) => how !== 0).length).toBeLessThan(50);
  });

  it('requires more of an email address than a domain shared with others', () => {
    const known = knownPersonal([{ kind: 'email', value: 'maria.klein@example.com' }]);
    const isPossible = (text: string) => possibleValues(known).inAny([text])[0] !== 0;
    expect(isPossible('see https://www.example.com or write to info@example.com')).toBe(false);
    expect(isPossible('…n@example.com')).toBe(true);
  });
});
