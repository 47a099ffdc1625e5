import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sized } from '../../../../test/harness/size.ts';
import type { Json, JsonObject } from '../../../kernel/json.ts';
import type { RunOffloaded } from '../../../kernel/offloaded-task.ts';
import { createMasker } from '../../records/history/masking.rules.ts';
import { indexedWords } from '../../records/history/search-words.rules.ts';
import { type StepInputData, shownStep } from './shown-references.ts';

type StepContext = Parameters<typeof shownStep>[0];
const MOST = 100_000;
const heavy: RunOffloaded = async (work, given) => work.run(work.weigh?.(given, MOST).input ?? given);
const ctx = { heavy } as StepContext;

const references = { runId: 'run-q', stepId: null, workflow: null };
async function wordsOf(given: StepInputData): Promise<string[]> {
  const { words } = await shownStep(ctx, references, { secrets: [], ...given });
  expect(words.slice(0, 2)).toEqual(['run-q', 'run']);
  return words.slice(2);
}

const ORDER = { order: { name: '#1042', id: 56_340_001 } };
const WORDS_OF_ORDER = ['1042', '56340001'];

describe('words of variables', () => {
  test.each<[string, JsonObject]>([
    ['a phone number', { customer_number: '+49 170 1234567' }],
    ['a phone number in one piece', { customer_number: '030-1234567' }],
    ['a card', { payment_id: '4111-1111-1111-1111' }],
    ['the number of a card', { payment_id: 4111111111111111 }],
    ['an IBAN', { ref_id: 'DE89 3704 0044 0532 0130 00' }],
    ['a token', { reference_id: `sk_live_${'a1B2c3D4'.repeat(3)}` }],
    ['a street', { delivery_id: 'Hauptstraße 12' }],
    ['a name under a person', { customer_id: 'Anna Müller' }],
    ['a name that another variable tells', { ref_id: 'Anna-77', first_name: 'Anna' }],
    ['a phone number that another variable tells', { ref_id: 'K-491701234567', phone: '+49 170 1234567' }],
  ])('leave out %s (contract: History and stats 16)', async (_, variables) => {
    expect(await wordsOf({ variables: { ...ORDER, ...variables } })).toEqual(WORDS_OF_ORDER);
  });

  const people = {
    ...{ to: 'anna.mueller.1987@mail.example', first_name: 'Greta', phone: '+49 170 1234567' },
    ...{ address1: 'Rosenweg 12', birthday: '1987-05-12', passport_number: 'C01X00T47' },
  };
  test.each([
    ...['anna.mueller', 'Anna-7', 'mueller', 'ANNA_MUELLER', 'c-anna-77', '1987', 'mail.example'],
    ...['greta-77', 'K.greta', 'rosenweg-12', 'c01x00t47-1'],
    ...['1701234567', '01701234567', 'C491701234567', '1234567', '12345', '19870512'],
  ])(
    'leave out %s, a part of the value of another variable (contract: History and stats 16)',
    async (ref_id) => {
      expect(await wordsOf({ variables: { ...ORDER, ...people, ref_id } })).toEqual(WORDS_OF_ORDER);
      expect(
        await wordsOf({ variables: { ...ORDER, ...people, ref_id, large: 'x'.repeat(10_000) } }),
      ).toEqual(WORDS_OF_ORDER);
    },
  );

  test('leave out parts of a recipient, but no similar words (contract: History and stats 15)', async () => {
    const variables = {
      order: { name: 'WEST-170', id: '12' },
      ref_id: 'anna-1',
      user_id: 'bo.berg',
      sku: 'PK-7',
    };
    const personal = [
      { kind: 'email' as const, value: 'bo.berg@pk.example' },
      { kind: 'name' as const, value: 'Anna Weston' },
    ];
    expect(await wordsOf({ variables: { ...variables, ...people }, personal })).toEqual([
      ...['pk-7', 'west-170', 'west', '170', '12'],
    ]);
  });

  test('leave out secrets of the store (contract: History and stats 16)', async () => {
    const variables = { ...ORDER, ref_id: 'Ware-House-77' };
    expect(await wordsOf({ variables, secrets: [['KEY', 'Ware-House-77']] })).toEqual(WORDS_OF_ORDER);
  });

  test.each([
    ['#1042', ['1042']],
    ['ORD-1042', ['ord-1042', 'ord', '1042']],
    ['2024-00123', ['2024-00123']],
    ['306-1234567-1954713', ['306-1234567-1954713']],
    ['5634000123456', ['5634000123456']],
    ['gid://shopify/Order/5634', ['gid', 'shopify', 'order', '5634']],
    ['01a1e4ef-79ea-7a75-bb67-999629b0bd09', ['01a1e4ef-79ea-7a75-bb67-999629b0bd09']],
    ['1Z999AA10123456784', ['1z999aa10123456784']],
    ['pi_3MtwBwLkdIwHu7ix28a3tqPa', ['pi_3mtwbwlkdiwhu7ix28a3tqpa', '3mtwbwlkdiwhu7ix28a3tqpa']],
  ])('include the order name %s (contract: History and stats 15)', async (name, words) => {
    expect(await wordsOf({ variables: { order: { name }, phone: '+49 170 1234567' } })).toEqual(words);
  });
});

const digits = (count: number) => fc.stringMatching(new RegExp(`^\\d{${count}}$`));
const grouped = (text: string, sign: string) => (text.match(/.{1,4}/g) ?? []).join(sign);
const sign = fc.constantFrom('', ' ', '-');

const luhn = (start: string) => {
  for (let last = 0; ; last++) {
    const sum = [...`${start}${last}`].reverse().reduce((all, each, i) => {
      const twice = Number(each) * (i % 2 === 0 ? 1 : 2);
      return all + (twice > 9 ? twice - 9 : twice);
    }, 0);
    if (sum % 10 === 0) return `${start}${last}`;
  }
};
const ibanOf = (account: string) => {
  const rest = [...`${account}131400`].reduce((left, each) => (left * 10 + Number(each)) % 97, 0);
  return `DE${String(98 - rest).padStart(2, '0')}${account}`;
};

const capitalized = fc.stringMatching(/^[A-ZÄÖ][a-zäöüßé]{3,9}$/);
const phone = fc
  .tuple(fc.constantFrom('+49 170 ', '+49170', '0170 ', '030-', '(030) ', '+1 415 555 '), digits(7))
  .map(([prefix, rest]) => prefix + rest);
const card = fc
  .tuple(fc.constantFrom('4', '51', '37'), digits(16), sign)
  .map(([issuer, rest, between]) =>
    grouped(luhn((issuer + rest).slice(0, issuer === '37' ? 14 : 15)), between),
  );
const iban = fc.tuple(digits(18), sign).map(([account, between]) => grouped(ibanOf(account), between));
const street = fc.tuple(capitalized, digits(2)).map(([name, house]) => `${name}straße ${house}`);
const fullName = fc.tuple(capitalized, capitalized).map((names) => names.join(' '));
const token = fc
  .tuple(fc.constantFrom('sk_live_', 'ghp_', 'xoxb-', 'shpat_'), fc.stringMatching(/^[A-Za-z0-9]{36}$/))
  .map(([issuer, rest]) => issuer + rest);
const email = fc
  .tuple(capitalized, capitalized)
  .map((names) => `${names.join('.').toLowerCase()}@customer.example`);

const personal = fc.oneof(phone, card, iban, street, fullName, token, email);
const plain = (text: string) => text.toLowerCase().normalize('NFC');
/** IDs as shops derive them from customer data. */
const derived = fc.record({
  first: capitalized,
  last: capitalized,
  local: fc.stringMatching(/^[a-z]{4,9}[.][a-z]{4,9}$/),
  phone,
  sign: fc.constantFrom('.', '-', '_'),
  suffix: digits(2),
});

const harmless = fc.oneof(
  digits(6),
  digits(4).map((number) => `#${number}`),
  digits(5).map((number) => `ORD-${number}`),
);
const name = fc.constantFrom(
  ...['id', 'number', 'sku', 'customer_number', 'payment_id', 'ref_id', 'referenceNumber', 'user_id'],
  ...['orderId', 'order_name', 'ssn_number', 'id_number', 'session_id', 'account-number', 'customerId'],
);
const parent = fc.constantFrom(
  'order',
  'customer',
  'phone',
  'payment',
  'refund',
  'recipient',
  'iban',
  'token',
);
const members = fc.dictionary(name, fc.oneof(personal, harmless), { maxKeys: 2, noNullPrototype: true });
const tree = fc
  .tuple(
    members,
    fc.dictionary(parent, members, { maxKeys: 3, noNullPrototype: true }),
    fc.record({ email, phone, name: fullName, iban, address1: street }, { requiredKeys: [] }),
  )
  .map(([own, nested, customer]): JsonObject => ({ ...own, ...nested, customer }));

function leavesOf(value: Json): string[] {
  if (typeof value === 'string') return [value];
  return Object.values(value as JsonObject).flatMap(leavesOf);
}

describe('any value in variables', () => {
  test('indexes no word of a value that masking hides (contract: History and stats 16)', async () => {
    await fc.assert(
      fc.asyncProperty(tree, async (variables) => {
        const words = await wordsOf({ variables });
        const masker = createMasker({ within: variables });
        const shown = leavesOf(masker.tree(variables).value);
        const leaves = leavesOf(variables);
        const isHidden = leaves.map((leaf, i) => leaf !== shown[i] || masker.text(leaf).value !== leaf);
        const kept = new Set(leaves.filter((_, i) => !isHidden[i]).flatMap(indexedWords));
        for (const word of leaves.filter((_, i) => isHidden[i]).flatMap(indexedWords))
          if (!kept.has(word)) expect(words).not.toContain(word);
      }),
      { numRuns: sized(100, 3000) },
    );
  });

  test("indexes no part of the step's personal data (contract: History and stats 15; History and stats 16)", async () => {
    await fc.assert(
      fc.asyncProperty(derived, name, async ({ first, last, local, sign, suffix, ...one }, called) => {
        const known = {
          first_name: first,
          last_name: last,
          email: `${local}@customer.example`,
          phone: one.phone,
        };
        const national = one.phone.replace(/\D/g, '').replace(/^0+/, '');
        for (const id of [
          ...[first, plain(last), [first, last].join(sign), [plain(first), plain(last), suffix].join(sign)],
          ...[local, local.replace('.', sign), `${suffix}-${local}`, `C${sign}${local}`],
          ...[national, `0${national}`, `C${national}`, `${suffix}${sign}${national}`, national.slice(-7)],
        ])
          expect({
            id,
            words: await wordsOf({ variables: { ...ORDER, ...known, ref: { [called]: id } } }),
          }).toEqual({ id, words: WORDS_OF_ORDER });
      }),
      { numRuns: sized(30, 1000) },
    );
  });
});
