import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sized } from '../../../../test/harness/size.ts';
import { textsWithKnownPeople, textsWithoutContext } from '../../../../test/masking/free-text.ts';
import { harmlessPayloads } from '../../../../test/masking/harmless-payloads.ts';
import { keyed } from '../../../../test/masking/keyed.ts';
import { otherTextsWithoutContext } from '../../../../test/masking/other-free-text.ts';
import { unmarked, unmarkedTree } from '../../../../test/masking/sample.ts';
import type { Json } from '../../../kernel/json.ts';
import { createMasker, personalValuesOf } from './masking.rules.ts';

const bytes = (value: string) => Buffer.from(value, 'utf8');
const html = (value: string) =>
  value.replace(
    /[&<>"']/g,
    (sign) => `&${{ '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot', "'": '#39' }[sign]};`,
  );

/** How a target, a template or a proxy may return a value. */
const encodings: Record<string, (value: string) => string> = {
  raw: (value) => value,
  'base64 at 0': (value) => bytes(value).toString('base64'),
  'base64 at 1': (value) => bytes(`.${value}`).toString('base64').slice(2),
  'base64 at 2': (value) => bytes(`..${value}`).toString('base64').slice(3),
  base64url: (value) => bytes(value).toString('base64url'),
  'base64 in a url': (value) => encodeURIComponent(bytes(value).toString('base64')),
  hex: (value) => bytes(value).toString('hex'),
  HEX: (value) => bytes(value).toString('hex').toUpperCase(),
  url: encodeURIComponent,
  form: (value) => new URLSearchParams([['', value]]).toString().slice(1),
  json: (value) => JSON.stringify(value).slice(1, -1),
  'ascii json': (value) =>
    JSON.stringify(value)
      .slice(1, -1)
      .replace(/[^ -~]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`),
  html,
};

const around = fc.string({ maxLength: 30 });
const secret = fc
  .oneof(
    fc.string({ minLength: 8, maxLength: 60 }),
    fc.string({ minLength: 8, maxLength: 40, unit: 'binary' }),
  )
  .filter((value) => value.trim().length >= 8 && value.isWellFormed() && !/^[*.… ]+$/.test(value));

const word = fc.stringMatching(/^[A-ZÄÖÜ][a-zäöüßéèñ]{7,12}$/);
const person = fc.record({
  first: word,
  last: word,
  domain: fc.constantFrom('example.com', 'example.co.uk'),
});

/** The middle of an encoded value, too long to occur elsewhere by chance. */
const core = (encoded: string) => encoded.replace(/=+$/, '').slice(1, -2);

describe('a known value never survives (spec: What the service does 4)', () => {
  for (const [name, encode] of Object.entries(encodings))
    it(`a secret as ${name}`, () => {
      fc.assert(
        fc.property(secret, around, around, (value, before, after) => {
          const masker = createMasker({ secrets: [['S', value]] });
          const needle = core(encode(value));
          fc.pre(!before.includes(needle) && !after.includes(needle));
          const given = `${before} ${encode(value)} ${after}`;
          for (const shown of [masker.text(given).value, JSON.stringify(masker.tree({ a: [given] }).value)])
            expect(shown.includes(needle)).toBe(false);
        }),
        { numRuns: sized(40, 150) },
      );
    });

  for (const [name, encode] of Object.entries(encodings))
    it(`an address and a name as ${name}`, () => {
      fc.assert(
        fc.property(person, ({ first, last, domain }) => {
          const email = `${first}.${last}@${domain}`;
          const personal = personalValuesOf({ customer: { first_name: first, last_name: last, email } });
          const masker = createMasker({ personal });
          for (const value of [first, last, `${first} ${last}`, email])
            expect(masker.text(`0 ${encode(value)}, 1`).value.includes(core(encode(value)))).toBe(false);
        }),
        { numRuns: sized(25, 100) },
      );
    });
});

const texts = [
  ...textsWithoutContext,
  ...otherTextsWithoutContext,
  ...textsWithKnownPeople.flatMap((one) => one.texts),
].map(unmarked);
/** Pieces of the corpus in any order, so that masks meet unexpected text. */
const mixture = fc
  .array(
    fc.oneof(
      fc.constantFrom(...texts),
      fc.string(),
      fc.constantFrom('\n', ' ', ',', '"', '{', '}', '=', '&', '<', '>'),
    ),
    {
      maxLength: 8,
    },
  )
  .map((parts) => parts.join(''));

describe('masking masked values again', () => {
  it('changes no text, whether or not the sensitive values are known (contract: History and stats 3)', () => {
    fc.assert(
      fc.property(mixture, secret, (given, value) => {
        const masker = createMasker({
          secrets: [['S', value]],
          personal: [{ kind: 'name', value: 'Solveig Brekke' }],
        });
        const once = masker.text(given + value).value;
        expect(masker.text(once)).toEqual({ value: once, truncated: false });
        expect(createMasker().text(once)).toEqual({ value: once, truncated: false });
        const url = masker.url(`https://example.com/?q=${given}`).value;
        expect(createMasker().url(url).value).toBe(url);
      }),
      { numRuns: sized(100, 400) },
    );
  });

  it('changes no tree', () => {
    const trees: Json[] = keyed.map(({ data }) => unmarkedTree(data));
    const leaf = fc.oneof(
      fc.constantFrom<Json>(...trees),
      mixture,
      fc.integer(),
      fc.boolean(),
      fc.constant(null),
    );
    const name = fc.constantFrom(
      'name',
      'email',
      'value',
      'key',
      'address',
      'phone',
      'customer',
      'token',
      'zip',
      'a',
    );
    const any = fc.oneof(
      fc.array(leaf, { maxLength: 3 }),
      fc.dictionary(fc.oneof(name, fc.string()), leaf, { maxKeys: 4 }),
      fc.dictionary(name, fc.dictionary(name, leaf, { maxKeys: 4 }), { maxKeys: 3 }),
    );
    fc.assert(
      fc.property(any, (given) => {
        const once = createMasker({ secrets: [['S', 'correct-horse']] }).tree(given as Json);
        const again = createMasker().tree(once.value);
        expect(again).toEqual({ value: once.value, truncated: false });
      }),
      { numRuns: sized(50, 200) },
    );
    // Regression (seed 11): once the number was hidden, the text appeared to name the value next to it.
    const pair = fc.record({ value: leaf, name: leaf });
    fc.assert(
      fc.property(pair, (given) => {
        const once = createMasker({ secrets: [['S', 'correct-horse']] }).tree(given as Json);
        expect(createMasker().tree(once.value)).toEqual({ value: once.value, truncated: false });
      }),
      { seed: 11, numRuns: 200, examples: [[{ value: 100, name: 'iban=IT60X0542811101000000123456' }]] },
    );
  });
});

describe('harmless data', () => {
  it('changes nothing', () => {
    for (const payload of harmlessPayloads)
      expect(createMasker().tree(payload)).toEqual({ value: payload, truncated: false });
    const plain = fc.letrec((tie) => ({
      tree: fc.oneof(
        { maxDepth: 5 },
        fc.integer(),
        fc.boolean(),
        fc.constant(null),
        fc.stringMatching(/^[a-z]{0,12}( [a-z]{1,8}){0,3}$/),
        fc.array(tie('tree'), { maxLength: 4 }),
        fc.dictionary(fc.constantFrom('id', 'sku', 'title', 'items', 'total', '__proto__'), tie('tree'), {
          maxKeys: 4,
        }),
      ),
    })).tree;
    fc.assert(
      fc.property(plain, (given) => {
        expect(createMasker().tree(given as Json)).toEqual({ value: given, truncated: false });
      }),
      { numRuns: sized(100, 300) },
    );
  });
});
