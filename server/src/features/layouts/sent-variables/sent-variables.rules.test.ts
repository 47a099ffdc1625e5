import { expect, test } from 'vitest';
import type { JsonObject } from '../../../kernel/json.ts';
import { sentVariables } from './sent-variables.rules.ts';

const listed = (...steps: JsonObject[]) => sentVariables(steps, steps).variables;
const paths = (...steps: JsonObject[]) => listed(...steps).map(({ path }) => path);

test('lists each path with kind and sample from the newest step, and how many steps sent it', () => {
  const newest = {
    order: {
      name: '#1001',
      total_price: '19.90',
      created_at: '2026-11-01',
      count: 3,
      paid: true,
      note: null,
    },
    lines: [
      { title: 'Tea', price: 4.9 },
      { title: 'Cup', price: 7, gift: 'yes' },
    ],
    tags: ['vip', 'new'],
  };
  const older = { order: { name: '#1000', note: 'Ring twice' }, lines: [] };
  expect(listed(newest, older)).toEqual([
    { path: 'variables.order', kind: 'object', sample: null, entries: null, sentBy: 2 },
    { path: 'variables.order.name', kind: 'text', sample: '#1001', entries: null, sentBy: 2 },
    { path: 'variables.order.total_price', kind: 'amount', sample: '19.90', entries: null, sentBy: 1 },
    { path: 'variables.order.created_at', kind: 'date', sample: '2026-11-01', entries: null, sentBy: 1 },
    { path: 'variables.order.count', kind: 'number', sample: '3', entries: null, sentBy: 1 },
    { path: 'variables.order.paid', kind: 'boolean', sample: 'true', entries: null, sentBy: 1 },
    { path: 'variables.order.note', kind: 'text', sample: 'Ring twice', entries: null, sentBy: 1 },
    { path: 'variables.lines', kind: 'list', sample: null, entries: 2, sentBy: 2 },
    { path: 'variables.lines[0].title', kind: 'text', sample: 'Tea', entries: null, sentBy: 1 },
    { path: 'variables.lines[0].price', kind: 'amount', sample: '4.9', entries: null, sentBy: 1 },
    // Only the second entry has it: a field of any entry is listed for the array.
    { path: 'variables.lines[0].gift', kind: 'text', sample: 'yes', entries: null, sentBy: 1 },
    { path: 'variables.tags', kind: 'list', sample: null, entries: 2, sentBy: 1 },
    { path: 'variables.tags[0]', kind: 'text', sample: 'vip', entries: null, sentBy: 1 },
  ]);
});

test('counts hidden steps without showing their values', () => {
  const all = [{ a: 1 }, { a: 2, hidden: 'Mary' }, {}];
  const { variables } = sentVariables(all.slice(0, 1), all);
  expect(variables).toEqual([{ path: 'variables.a', kind: 'number', sample: '1', entries: null, sentBy: 2 }]);
});

test('writes paths in Liquid syntax and omits unwritable and masked names', () => {
  const names = {
    'first name': 1,
    'a.b': 1,
    שם: 1,
    'a"b': 1,
    'a\\b': 1,
    'a]b': 1,
    '\u202eevil': 1,
    'line\nbreak': 1,
    'nul\u0000': 1,
    'broken\ud800': 1,
    'ma******@example.com': 1,
    '[secret:KEY]': 1,
    '': 1,
    ['x'.repeat(101)]: 1,
    __proto__x: 1,
    constructor: 1,
  };
  expect(paths(names)).toEqual([
    'variables["first name"]',
    'variables["a.b"]',
    'variables["שם"]',
    'variables.__proto__x',
    'variables.constructor',
  ]);
});

test('shortens samples at whole characters and shows invisible ones', () => {
  const [long] = listed({ a: `${'😀'.repeat(500)}` });
  expect(long?.sample).toBe(`${'😀'.repeat(80)}…`);
  expect(listed({ a: 'x\u202e\u0007y\u2028' })[0]?.sample).toBe('x  y');
  expect(listed({ a: '\ud800x' })[0]?.sample).toBe('\ufffdx');
});

test('limits ten thousand keys, deep trees and nested lists', () => {
  const wide = Object.fromEntries(Array.from({ length: 10_000 }, (_, i) => [`key${i}`, i]));
  const { variables, isCut } = sentVariables(
    [wide],
    Array.from({ length: 100 }, () => wide),
  );
  expect([variables.length, isCut]).toEqual([200, true]);
  expect(variables.every(({ sentBy }) => sentBy === 100)).toBe(true);
  let deep: JsonObject = { end: 1 };
  for (let i = 0; i < 1000; i++) deep = { in: deep };
  expect(listed(deep).length).toBe(9);
  let lists: JsonObject[string] = [1];
  for (let i = 0; i < 60; i++) lists = Array.from({ length: 2 }, () => lists);
  expect(paths({ lists })).toEqual(['variables.lists']);
  const many = { lines: Array.from({ length: 100_000 }, () => ({ title: 'Tea' })) };
  const begin = performance.now();
  expect(paths(many, many)).toEqual(['variables.lines', 'variables.lines[0].title']);
  expect(performance.now() - begin).toBeLessThan(500);
});

test('is empty when nothing was sent', () => {
  expect(listed()).toEqual([]);
  expect(listed({}, {})).toEqual([]);
  expect(listed({ a: null })).toEqual([]);
});
