import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../kernel/json.ts';
import { identifyingTexts, indexedWords, searchedWords } from './search-words.rules.ts';

describe('words of text', () => {
  test.each([
    ['Your order #1001 has shipped', ['your', 'order', '1001', 'has', 'shipped']],
    ['ÄNDERUNG: Größe', ['änderung', 'grösse']],
    ['ORD-1001', ['ord-1001', 'ord', '1001']],
    ['2024-00123', ['2024-00123']],
    ['A-1 and B_2', ['a-1', 'and', 'b_2']],
    ['01a1e4ef-79ea-7a75-bb67-999629b0bd09', ['01a1e4ef-79ea-7a75-bb67-999629b0bd09']],
    ['gid://shopify/Order/5634', ['gid', 'shopify', 'order', '5634']],
    ['550 5.1.1 (unknown).', ['550', '5.1.1', 'unknown']],
    ['a 7 ! – …', ['7']],
    ['１００１ ﬁne', ['1001', 'fine']],
    ['twice Twice TWICE', ['twice']],
  ])('of %j', (text, words) => {
    expect(indexedWords(text)).toEqual(words);
  });

  test.each([
    'anna@example.com',
    '<anna.mueller@example.com>,',
    'anna @ example.com',
    '"anna mueller"@example.com',
    'anna%40example.com',
    'anna＠example.com',
    'mailto:anna@example.com?x=1',
    'an******@example.com',
    'A******',
    '[secret:WAREHOUSE]',
    'key-[secret:WAREHOUSE]-x',
  ])('of an address or a mask are never indexed (%s)', (text) => {
    expect(indexedWords(`before ${text} after`)).toEqual(['before', 'after']);
    expect(searchedWords(`before ${text} after`)).toBeNull();
  });

  test('searches for each word as written, and for none in a query without words', () => {
    expect(searchedWords('Order ORD-1001')).toEqual(['order', 'ord-1001']);
    expect(searchedWords('#1001')).toEqual(['1001']);
    expect(searchedWords('a ! …')).toBeNull();
    expect(searchedWords('')).toBeNull();
  });

  test('every searched word is indexed, however the text is written', () => {
    for (const text of ['ORD-1001', 'Straße 7', 'run_2024.11-x', 'ﬁne – 5.1.1', 'Übergrößen'])
      for (const asked of [text, text.toUpperCase().toLowerCase(), text.normalize('NFD')])
        expect(indexedWords(text)).toEqual(expect.arrayContaining(searchedWords(asked) ?? ['missing']));
  });

  test('reads only the beginning of a long text', () => {
    expect(indexedWords('order '.repeat(200_000))).toEqual(['order']);
    expect(indexedWords('-'.repeat(1_000_000))).toEqual([]);
  });
});

describe('variables that identify something', () => {
  test.each([
    [{ order: { name: '#1001', id: 5634, note: 'ring twice' } }, ['#1001', '5634']],
    [{ orderName: '#1001', order_id: 7, customerId: 'c-1' }, ['#1001', '7', 'c-1']],
    [{ invoice: { number: 'R-7' }, trackingNumber: '1Z999' }, ['1Z999', 'R-7']],
    [{ lines: [{ sku: 'A-1' }, { SKU: 'B-2' }] }, ['A-1', 'B-2']],
    [{ admin_graphql_api_id: 'gid://shopify/Order/1' }, ['gid://shopify/Order/1']],
    [{ fulfillments: [{ name: '#1001-F1' }] }, ['#1001-F1']],
    [{ product: { name: 'Shirt' }, customer: { name: 'Anna' }, name: 'x' }, []],
    [{ paid: 'yes', grid: 'a', video: 'b', valid: true, ids: 'c' }, []],
    [{ phone_number: '0301234567', iban: 'x', tax_id: 'DE123', house_number: '7' }, []],
    [{ access_token_id: 'x', session_id: 'x', reset_id: 'x' }, []],
    [{ ssn_number: '123456789', id_number: 'L01X00T47', cpf_number: '52998224725', nif_no: 'x' }, []],
    [{ patient_id: 'P-7', insurance_number: 'A123456780', giftcard_id: 'G-7', gift_card_number: '7' }, []],
    [{ phone_id: '0301234567', email_id: 'anna', birth_number: '900101' }, []],
    [{ phone: { number: '1234', id: '7' }, ssn: { number: '1234' }, patient: { id: 'P-7' } }, []],
    [{ token: { id: 'x', order: { number: 'y' } }, session: { id: 'x' } }, []],
    [{ customer_id: 'Anna Müller', customer: { number: 'C-7' } }, ['C-7']],
    [{ customer_number: '49 170 1234567', card_id: '4111 1111 1111 1112', order_id: '7 8' }, []],
    [{ order: { id: null, number: true, name: { id: 'inner' } } }, ['inner']],
    [{ user_id: 'anna@example.com', order_id: 'for anna@example.com' }, []],
    [{ order: { id: 'x'.repeat(101), number: '' } }, []],
  ])('of %j', (variables, texts) => {
    expect(identifyingTexts(variables)).toEqual(texts);
  });

  test('are listed outermost first, at most eight', () => {
    const lines = Array.from({ length: 50 }, (_, i) => ({ sku: `S-${i}` }));
    expect(identifyingTexts({ deep: { lines }, order: { id: 1 }, number: 2 })).toEqual([
      ...['2', '1', 'S-0', 'S-1', 'S-2', 'S-3', 'S-4', 'S-5'],
    ]);
  });

  test('are not searched for in an excessively large tree', () => {
    let deep: JsonObject = { id: 'deep' };
    for (let i = 0; i < 5_000; i++) deep = { deep };
    expect(identifyingTexts({ deep })).toEqual([]);
    expect(
      identifyingTexts(Object.fromEntries(Array.from({ length: 50_000 }, (_, i) => [`k${i}_`, i]))),
    ).toEqual([]);
  });
});
