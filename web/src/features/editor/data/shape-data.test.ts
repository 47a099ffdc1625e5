import type { Json, JsonObject } from 'outstep/kernel/json.ts';
import { describe, expect, test } from 'vitest';
import { noSentVariables, type SentVariables } from '../text/sent-variables.rules.ts';
import { fillIn } from './fill-in.rules.ts';
import { shapeData, shapes } from './shape-data.rules.ts';

const variables: JsonObject = {
  order: { name: '#1001', total: '19.90', tax: 3.2, currency: 'EUR', created_at: '2026-11-17', count: 2 },
  customer: { first_name: 'Maria', email: 'maria@example.com', isVip: true, note: null },
  shop: { url: 'https://shop.example', color: '#ff8800', language: 'de-AT' },
  lines: [
    { title: 'Tea', sizes: [{ label: 'Small' }] },
    { title: 'Cups', sizes: [] },
  ],
  none: [],
};

describe('the data of an email in another shape', () => {
  test('is empty when everything is missing', () => {
    expect(shapeData('missing', variables)).toEqual({});
  });

  test('longest values: lengthens texts, amounts and numbers, but not addresses, codes, colors and dates', () => {
    const { order, customer, shop, lines } = shapeData('longest', variables) as Record<string, JsonObject>;
    expect(order).toMatchObject({ total: '1234567.89', tax: 1_234_567.89, count: 1_234_567 });
    expect(order).toMatchObject({ currency: 'EUR', created_at: '2026-11-17' });
    expect(String(order?.['name'])).toMatch(/^#1001 Maximiliane/);
    expect(String(customer?.['first_name']).length).toBe(80);
    expect(String(customer?.['email'])).toMatch(/^[^@\s]{30,}@[^@\s]{30,}$/);
    expect(customer).toMatchObject({ isVip: true, note: null });
    expect(shop).toEqual(variables['shop']);
    expect((lines as unknown as Json[]).length).toBe(2);
    const text = 'word '.repeat(1000);
    expect(shapeData('longest', { text })).toEqual({ text });
  });

  test('makes only names right-to-left', () => {
    const { order, customer, lines } = shapeData('rightToLeft', variables) as Record<string, Json>;
    expect(order).toEqual(variables['order']);
    const { first_name: name, ...rest } = customer as JsonObject;
    expect(name).toMatch(/^[\p{Script=Arabic}\p{Script=Hebrew}\s־]+$/u);
    expect(rest).toEqual({ email: 'maria@example.com', isVip: true, note: null });
    for (const line of lines as JsonObject[]) expect(line['title']).toMatch(/[\u0590-\u06ff]/);
  });

  test('gives lists one entry or fifty, except nested and empty ones', () => {
    expect(shapeData('one', variables)).toMatchObject({ lines: [{ title: 'Tea' }], none: [] });
    const { lines } = shapeData('fifty', variables) as { lines: JsonObject[] };
    expect(lines.length).toBe(50);
    expect(lines.slice(0, 3).map((line) => [line['title'], (line['sizes'] as Json[]).length])).toEqual([
      ['Tea', 1],
      ['Cups', 0],
      ['Tea', 1],
    ]);
  });

  test('keeps existing values', () => {
    const before = structuredClone(variables);
    for (const shape of shapes) shapeData(shape, variables);
    expect(variables).toEqual(before);
  });

  test.each(shapes)('%s of hostile variables is bounded', (shape) => {
    let deep: Json = 'end';
    for (let i = 0; i < 2000; i++) deep = i % 2 === 0 ? [deep] : { in: deep };
    const wide = Object.fromEntries(Array.from({ length: 20_000 }, (_, i) => [`key${i}`, 'x'.repeat(50)]));
    const nested = Array.from({ length: 60 }, () => Array.from({ length: 60 }, () => Array(60).fill('Tea')));
    const hostile = { deep, ['__proto__x']: 1, nested, ...wide } as JsonObject;
    const begin = performance.now();
    const size = JSON.stringify(shapeData(shape, hostile)).length;
    expect(size).toBeLessThan(2_000_000);
    expect(performance.now() - begin).toBeLessThan(1000);
  });
});

describe('samples of sent variables fill gaps in the test variables', () => {
  const known = (path: string, kind: string | null, sample: string | null, sentBy = 1) =>
    [path, { path, kind, sample, entries: null, sentBy }] as const;
  const sent = (...all: ReturnType<typeof known>[]): SentVariables => ({
    ...noSentVariables,
    count: 1,
    variables: new Map(all) as SentVariables['variables'],
  });

  test('adds them with their kinds, in groups and in lists', () => {
    const steps = sent(
      known('variables.order', 'object', null),
      known('variables.order.name', 'text', '#1'),
      known('variables.order.total', 'amount', '19.90'),
      known('variables.order.paid', 'boolean', 'true'),
      known('variables.order["first line"]', 'text', 'Hello'),
      known('variables.lines', 'list', null),
      known('variables.lines[0].title', 'text', 'Tea'),
      known('variables.tags', 'list', null),
      known('variables.tags[0]', 'text', 'new'),
      known('variables.never', null, null, 0),
    );
    expect(fillIn({}, steps)).toEqual({
      order: { name: '#1', total: 19.9, paid: true, 'first line': 'Hello' },
      lines: [{ title: 'Tea' }],
      tags: ['new'],
    });
  });

  test('keeps the test variables, whatever their shape', () => {
    const tested = { order: 'a text', lines: [{ name: 'Own' }], total: 0, gone: null };
    const steps = sent(
      known('variables.order.name', 'text', '#1'),
      known('variables.lines', 'list', null),
      known('variables.lines[0].title', 'text', 'Tea'),
      known('variables.total', 'amount', '5'),
      known('variables.gone', 'text', 'x'),
      known('variables.__proto__', 'text', 'x'),
    );
    expect(fillIn(tested, steps)).toEqual(tested);
    expect(({} as JsonObject)['polluted']).toBeUndefined();
  });
});
