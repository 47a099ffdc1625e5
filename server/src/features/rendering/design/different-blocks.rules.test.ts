import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../kernel/json.ts';
import { differencesOf } from './different-blocks.rules.ts';

const text = (html: string, more: JsonObject = {}) => ({ type: 'text', html, ...more });
const divider = { type: 'divider' };
const design = (...blocks: JsonObject[]) => ({ blocks });

describe('blocks that differ from the main language (contract: The app 16)', () => {
  test('ignores texts, URLs and names', () => {
    const main = design(text('One', { id: 'a' }), {
      type: 'image',
      url: 'https://a.example/1.png',
      alt: 'A',
    });
    const own = design(text('Eins'), { type: 'image', url: 'https://a.example/2.png' });
    expect(differencesOf(main, own)).toEqual([]);
  });

  test('reports added blocks, omitted blocks and other styles', () => {
    const main = design(text('One'), divider, text('Two'));
    const own = design(text('Eins', { align: 'center' }), text('Zwei'), { type: 'button', label: 'Los' });
    expect(differencesOf(main, own)).toEqual([
      { path: ['blocks', 0], how: 'look' },
      { path: ['blocks', 2], how: 'added' },
      { path: ['blocks', 1], how: 'missing' },
    ]);
  });

  test('reports content together with its own block', () => {
    const own = design(text('Eins'), { type: 'conditional', if: 'variables.a', blocks: [text('x')] });
    expect(differencesOf(design(text('One')), own)).toEqual([{ path: ['blocks', 1], how: 'added' }]);
  });

  test('reports another number of columns once', () => {
    const columns = (...words: string[]) => ({
      ...{ type: 'columns', columns: words.map((word) => ({ blocks: [text(word)] })) },
    });
    expect(differencesOf(design(columns('A', 'B')), design(columns('a', 'b', 'c')))).toEqual([
      { path: ['blocks', 0], how: 'look' },
    ]);
  });

  test('reports header, footer and global settings', () => {
    const header = { preset: '019a8f7e-0000-7000-8000-000000000001' };
    const main = { ...design(text('One')), header, footer: null, global: { width: 600 } };
    const same = { ...design(text('Eins')), header: { ...header }, global: { width: 600 } };
    expect(differencesOf(main, same)).toEqual([]);
    const other = { ...design(text('Eins')), header: { blocks: [] }, footer: { blocks: [divider] } };
    expect(differencesOf(main, other)).toEqual([
      { path: ['header'], how: 'look' },
      { path: ['footer'], how: 'look' },
      { path: ['global'], how: 'look' },
      { path: ['footer', 'blocks', 0], how: 'added' },
    ]);
  });
});
