import { describe, expect, test } from 'vitest';
import type { Loop } from './scope.rules.ts';
import {
  markOf,
  noSentVariables,
  outerPath,
  type SentVariables,
  withDefault,
} from './sent-variables.rules.ts';
import { offerGroups } from './variable-suggestions.rules.ts';

const loop = (as: string, source: string): Loop => ({ as, source, block: {} });
const known = (path: string, kind: string | null, sentBy: number, sample: string | null = null) =>
  [path, { path, kind, sample, sentBy, entries: kind === 'list' ? 3 : null }] as const;
const sent = {
  ...noSentVariables,
  count: 9,
  variables: new Map([
    known('variables.order', 'object', 9),
    known('variables.order.name', 'text', 9, '#1001'),
    known('variables.order.total', 'amount', 9, '19.90'),
    known('variables.order.note', 'text', 6, 'Ring'),
    known('variables.order.gift', 'boolean', 7, 'true'),
    known('variables.lines', 'list', 9),
    known('variables.lines[0].title', 'text', 9, 'Tea'),
    known('variables.lines[0].price', 'amount', 9, '4.90'),
    known('variables.lines[0].sizes', 'list', 9),
    known('variables.lines[0].sizes[0].label', 'text', 9, 'Small'),
    known('variables.tags', 'list', 2),
    known('variables.never', null, 0),
  ]),
} as unknown as SentVariables;

describe('suggestions from recent steps', () => {
  test('are listed before variables of the layout and test variables, each once, with sample and share', () => {
    const scope = { variables: { order: { name: 'Test', extra: 'x' } } };
    const groups = offerGroups([], ['variables.order.name', 'variables.used'], scope, sent);
    expect(groups.map(({ of, offers }) => [of, offers.map(({ expression }) => expression)])).toEqual([
      [
        'sent',
        [
          'variables.order.name',
          'variables.order.total | money: variables.order.currency',
          'variables.order.total',
          'variables.order.note',
          'variables.order.gift',
          // Lines with title and price can be a table too.
          'variables.lines items',
          'variables.lines',
          'variables.tags',
        ],
      ],
      ['used', ['variables.used']],
      ['tested', ['variables.order.extra']],
    ]);
    const offer = (path: string) => groups[0]?.offers.find((each) => each.expression === path);
    expect(offer('variables.order.name')).toMatchObject({ sample: '#1001', sentBy: 9, kind: 'text' });
    expect(offer('variables.order.note')).toMatchObject({ sample: 'Ring', sentBy: 6 });
    expect(offer('variables.lines')).toMatchObject({ kind: 'list', count: 3, as: null });
    expect(groups[1]?.offers[0]).toMatchObject({ sentBy: null, kind: null });
  });

  test('lists the fields of an entry first in a loop, even a nested one', () => {
    const loops = [loop('line', 'variables.lines'), loop('size', 'line.sizes')];
    const [inner, outer] = offerGroups(loops, [], { variables: {}, line: null, size: null }, sent);
    expect(inner).toMatchObject({ of: 'entry', offers: [{ path: 'size.label', sample: 'Small' }] });
    expect(outer?.offers.map(({ expression }) => expression)).toEqual([
      'line.title',
      'line.price | money: variables.order.currency',
      'line.price',
      'line.sizes',
    ]);
  });
});

describe('a chip', () => {
  const loops = [loop('line', 'variables.lines')];
  test('is identified by its path outside of loops', () => {
    expect(outerPath('line.title', loops)).toBe('variables.lines[0].title');
    expect(outerPath('lines.title', loops)).toBe('lines.title');
    expect(outerPath('size.label', [...loops, loop('size', 'line.sizes')])).toBe(
      'variables.lines[0].sizes[0].label',
    );
  });

  test.each([
    ['{{ variables.order.name }}', null],
    ['{{ variables.order.gift }}', null],
    ['{{ variables.order.note }}', 'seldom'],
    ['{{ variables.order.note | default: "-" }}', null],
    ['{{ variables.never }}', 'never'],
    ['{{ variables.unheard.of | upcase }}', 'never'],
    ['{{ line.title }}', null],
    ['{{ line.color }}', 'never'],
    ['{{ variables.lines[2].title }}', null],
    ['{{ variables.lines.first.title }}', null],
    ['{{ variables.lines.size }}', null],
    ['{{ secrets.KEY }}', null],
    ['{{ forloop.index }}', null],
    ['{% if variables.never %}', null],
    ['{{ "a" | append: variables.never }}', null],
  ])('%s is marked: %s', (code, kind) => {
    expect(markOf(code, loops, sent)?.kind ?? null).toBe(kind);
  });

  test('is not marked if sent variables are unknown, of another layout or incomplete', () => {
    const code = '{{ variables.unheard.of }}';
    expect(markOf(code, [], noSentVariables)).toBeNull();
    expect(markOf(code, [], { ...sent, fromOtherLayouts: true })).toBeNull();
    expect(markOf(code, [], { ...sent, isCut: true })).toBeNull();
    expect(markOf('{{ variables.order.note }}', [], sent)).toEqual({ kind: 'seldom', sentBy: 6, count: 9 });
  });

  test('gets a default before its other filters, safely quoted', () => {
    expect(withDefault('', 'friend')).toBe('default: "friend"');
    expect(withDefault('upcase', 'a "b" }} {% c')).toBe('default: "a b   c" | upcase');
  });
});
