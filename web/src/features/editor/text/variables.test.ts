import type { Json, JsonObject } from 'outstep/kernel/json.ts';
import { describe, expect, test } from 'vitest';
import { entriesOf } from '../model/blocks.rules.ts';
import { labelOf } from './chips.rules.ts';
import { loopsAround, scopeIn, textInLoops } from './scope.rules.ts';
import {
  currencyFor,
  fieldsUsed,
  filterFor,
  kindOf,
  offerGroups,
  pathsOf,
} from './variable-suggestions.rules.ts';

const variables: JsonObject = {
  order: { name: '#1001', total: '19.90', currency: 'EUR', created_at: '2026-11-17T10:00:00Z' },
  products: [{ title: 'Tea', price: 4.5, sizes: [{ label: 'Small' }] }, { title: 'Cups' }],
  tags: ['new'],
  none: null,
};

const design: JsonObject = {
  blocks: [
    {
      ...{ type: 'loop', source: 'variables.products', as: 'product' },
      blocks: [
        { type: 'heading', text: '{{ product.title }} {{ product.vendor | upcase }} {{ variables.a }} {{' },
        {
          type: 'loop',
          source: 'product.sizes',
          blocks: [{ type: 'text', html: '<p>{{ item.label }}</p>' }],
        },
      ],
    },
    { type: 'text', html: '<p>{{ item.label }}</p>' },
  ],
};
const entries = entriesOf(design);
const keyAt = (type: string, depth: number) =>
  entries.find((entry) => entry.type === type && entry.depth === depth)?.key ?? '';

describe('in a loop', () => {
  test('resolves an entry by its name, with the first one as sample, even in a nested loop', () => {
    const loops = loopsAround(entries, keyAt('text', 2));
    expect(loops.map(({ as, source }) => [as, source])).toEqual([
      ['product', 'variables.products'],
      ['item', 'product.sizes'],
    ]);
    const scope = scopeIn(loops, variables);
    expect(labelOf('{{ product.title }}', scope)).toBe('Tea');
    expect(labelOf('{{ item.label | upcase }}', scope)).toBe('Small');
    expect(loopsAround(entries, keyAt('text', 0))).toEqual([]);
  });

  test('a missing or empty list, or a value that is not a list, gives no sample', () => {
    const loop = (source: string) => ({ as: 'item', source, block: {} });
    for (const source of ['variables.nothing', 'variables.order', 'variables.none', 'a b | c', ''])
      expect(scopeIn([loop(source)], variables)).toEqual({ variables, item: null });
    expect(scopeIn([loop('variables.tags')], variables)['item']).toBe('new');
  });

  test('a chip shows its result once it is known', () => {
    const loops = loopsAround(entries, keyAt('text', 2));
    expect(textInLoops(loops, '{{ item.label | upcase }}')).toBe(
      '{% for product in variables.products limit: 1 %}{% for item in product.sizes limit: 1 %}{{ item.label | upcase }}{% endfor %}{% endfor %}',
    );
    const scope = scopeIn(loops, variables);
    expect(labelOf('{{ item.label | upcase }}', scope, 'SMALL')).toBe('SMALL');
    expect(labelOf('{{ item.label | slice: 9 }}', scope, '')).toBe('Small');
    expect(labelOf('{{ "a" | append: "b" }}', scope, 'ab')).toBe('ab');
  });

  test('lists the fields that its blocks use, without a sample', () => {
    const [loop] = loopsAround(entries, keyAt('heading', 1));
    expect(loop && fieldsUsed(loop)).toEqual(['product.title', 'product.vendor']);
  });
});

test('lists the paths of all values that can be inserted, including lists', () => {
  expect(pathsOf(variables, 'variables')).toEqual([
    ...['order.name', 'order.total', 'order.currency', 'order.created_at'].map((path) => `variables.${path}`),
    ...['products', 'products[0].title', 'products[0].price'].map((path) => `variables.${path}`),
    ...['products[0].sizes', 'products[0].sizes[0].label', 'tags', 'tags[0]'].map(
      (path) => `variables.${path}`,
    ),
  ]);
  expect(pathsOf('new', 'item')).toEqual(['item']);
  expect(pathsOf({ 'no name': 1, ok: 2 }, 'item')).toEqual(['item.ok']);
});

test.each<[string, Json | undefined, string | null]>([
  ['order.total', '19.90', 'amount'],
  ['order.totalPrice', 5, 'amount'],
  ['order.total_items', 3, 'number'],
  ['discount', 'SAVE10', 'text'],
  ['discount.code', 'SAVE10', 'text'],
  ['order.price', undefined, 'amount'],
  ['order.created_at', undefined, 'date'],
  ['order.day', '2026-11-17', 'date'],
  ['order.name', '2026-11', 'text'],
  ['order.isPaid', true, 'boolean'],
  ['lines', [], 'list'],
  ['order', {}, 'object'],
  ['order.note', undefined, null],
])('%s with %j is: %s', (path, value, kind) => {
  expect(kindOf(path, value)).toBe(kind);
});

describe('suggestions', () => {
  const loops = loopsAround(entries, keyAt('heading', 1));
  const scope = scopeIn(loops, variables);
  const groups = offerGroups(loops, ['variables.order.name', 'variables.shop.name'], scope);

  test('lists fields of an entry, what the layout uses and test variables, each once', () => {
    expect(groups.map(({ of, offers }) => [of, offers[0]?.path])).toEqual([
      ['entry', 'product.title'],
      ['used', 'variables.order.name'],
      ['tested', 'variables.order.total'],
    ]);
    const all = groups.flatMap(({ offers }) => offers.map(({ expression }) => expression));
    expect(new Set(all).size).toBe(all.length);
    expect(all).toContain('product.vendor');
  });

  test('offers amounts with their currency and dates as dates first, then as sent', () => {
    const offers = groups.flatMap((group) => group.offers);
    const of = (path: string) => offers.filter((offer) => offer.path === path).map((each) => each.expression);
    expect(of('variables.order.total')).toEqual([
      'variables.order.total | money: variables.order.currency',
      'variables.order.total',
    ]);
    expect(of('product.price')[0]).toBe('product.price | money: variables.order.currency');
    expect(of('variables.order.created_at')[0]).toBe('variables.order.created_at | date: "long"');
    expect(offers.find(({ path }) => path === 'product.sizes')).toMatchObject({ kind: 'list', count: 1 });
  });

  test('prefers the currency beside an amount over the default', () => {
    const own = { variables: { refund: { amount: 3, currency_code: 'USD' }, order: { currency: 'EUR' } } };
    expect(currencyFor('variables.refund.amount', own)).toBe('variables.refund.currency_code');
    expect(currencyFor('variables.total', own)).toBe('variables.order.currency');
    expect(currencyFor('variables.total', { variables: {} })).toBe('variables.order.currency');
    expect(filterFor('upcase', 'variables.a', own)).toBe('upcase');
    expect(filterFor('default', 'variables.a', own)).toBe('default: ""');
  });
});
