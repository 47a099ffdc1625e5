import type { JsonObject } from 'outstep/kernel/json.ts';
import { describe, expect, test } from 'vitest';
import { beginHistory, type DesignChange, record, undo } from './history.rules.ts';
import {
  addTestEntry,
  addVariable,
  removeVariable,
  setVariable,
  setVariables,
  testFields,
  variablesIn,
} from './test-variables.rules.ts';

const variables: JsonObject = {
  customer: { first_name: 'Maria', is_new: true },
  total: 19.9,
  none: null,
  products: [{ title: 'Tea' }],
  empty: {},
};
const design: JsonObject = { blocks: [], testVariables: variables };
const bare: JsonObject = { blocks: [] };

function applied(of: JsonObject, change: DesignChange | null) {
  const { state, ...rest } = record(beginHistory(of), change as DesignChange, 0);
  // A single undo reverts any of them byte for byte.
  expect(JSON.stringify(undo({ state, ...rest }).state)).toBe(JSON.stringify(of));
  return state['testVariables'];
}

describe('as a form', () => {
  test('shows plain values as fields, objects as groups, lists as entries, and the rest as JSON', () => {
    const { fields, isCut } = testFields(variables);
    expect(fields).toEqual([
      {
        ...{ kind: 'group', path: ['customer'] },
        fields: [
          { kind: 'text', path: ['customer', 'first_name'], value: 'Maria' },
          { kind: 'choice', path: ['customer', 'is_new'], value: true },
        ],
      },
      { kind: 'number', path: ['total'], value: 19.9 },
      { kind: 'code', path: ['none'], value: null },
      {
        ...{ kind: 'list', path: ['products'] },
        fields: [
          {
            ...{ kind: 'group', path: ['products', 0] },
            fields: [{ kind: 'text', path: ['products', 0, 'title'], value: 'Tea' }],
          },
        ],
      },
      { kind: 'code', path: ['empty'], value: {} },
    ]);
    expect(isCut).toBe(false);
  });

  test('shows a part of a megabyte of values, and a thousand levels as JSON', () => {
    const many = Object.fromEntries(Array.from({ length: 100_000 }, (_, i) => [`v${i}`, i]));
    const cut = testFields(many);
    expect(cut.isCut).toBe(true);
    expect(cut.fields.length).toBeLessThan(1000);
    let deep: JsonObject = {};
    for (let i = 0; i < 1000; i++) deep = { a: deep };
    expect(JSON.stringify(testFields(deep).fields)).toContain('"kind":"code"');
  });
});

describe('changing test variables', () => {
  test('changes a value, a list or everything in one undo step', () => {
    expect(applied(design, setVariable(design, variables, ['total'], 5))).toMatchObject({ total: 5 });
    expect(applied(design, setVariable(design, variables, ['products', 0, 'title'], 'Cup'))).toMatchObject({
      products: [{ title: 'Cup' }],
    });
    expect(applied(design, removeVariable(design, variables, ['customer', 'is_new']))).toMatchObject({
      customer: { first_name: 'Maria' },
    });
    expect(applied(design, removeVariable(design, variables, ['products', 0]))).toMatchObject({
      products: [],
    });
    expect(applied(design, addTestEntry(design, variables, ['products']))).toMatchObject({
      products: [{ title: 'Tea' }, { title: 'Tea' }],
    });
    expect(applied(design, setVariables(design, variables, { a: 1 }))).toEqual({ a: 1 });
    expect(setVariables(design, variables, structuredClone(variables))).toBeNull();
    expect(addTestEntry(design, variables, ['total'])).toBeNull();
  });

  test('typing in one field is one step', () => {
    const first = record(beginHistory(bare), setVariable(bare, variables, ['total'], 1) as DesignChange, 0);
    const change = setVariable(first.state, variables, ['total'], 12) as DesignChange;
    const second = record(first, change, 10);
    expect(second.steps).toHaveLength(1);
    expect(undo(second).state).toEqual(bare);
  });

  test('gives a language without its own test variables those of the main one, changed', () => {
    expect(applied(bare, setVariable(bare, variables, ['total'], 5))).toEqual({ ...variables, total: 5 });
    expect(applied(bare, removeVariable(bare, variables, ['total']))).not.toHaveProperty('total');
    // Those of the main language are unchanged.
    expect(variables['total']).toBe(19.9);
  });

  test('adds a new one by its Liquid name', () => {
    const added = (name: string) => {
      const result = addVariable(design, variables, name);
      return 'reason' in result ? result.reason : applied(design, result.change);
    };
    expect(added('variables.shop.name')).toMatchObject({ shop: { name: '' } });
    expect(added(' customer.city ')).toMatchObject({ customer: { first_name: 'Maria', city: '' } });
    for (const name of ['', 'a b', 'a..b', '1a', 'a[0]', '.a']) expect(added(name)).toBe('name');
    for (const name of ['total', 'customer', 'total.more', 'products.title'])
      expect(added(name)).toBe('taken');
  });

  test.each([
    ['{"a":1}', { a: 1 }],
    ['[1]', null],
    ['{"a":', null],
    ['', null],
  ])('%s returns %j', (text, value) => {
    expect(variablesIn(text)).toEqual(value);
  });
});
