import { findingsOf } from 'outstep/features/rendering/design/findings/findings.rules.ts';
import type { JsonObject } from 'outstep/kernel/json.ts';
import { expect, test } from 'vitest';
import { beginHistory, record, undo } from '../model/history.rules.ts';
import { fixOf } from './fixes.rules.ts';

const defaultFinding = {
  ...{ subject: 'Your order', previewText: 'It is on its way', shownSubject: null, body: null, presets: {} },
  ...{
    files: {},
    htmlBytes: null,
    footer: null,
    isLinkAdded: false,
    missing: null,
    untranslated: [],
    outdated: [],
    mainDesign: null,
  },
  requiredVariables: [],
};

const first = (design: JsonObject, rule: string) => {
  const found = findingsOf({ ...defaultFinding, design, variables: { a: 'A' } }).find(
    (each) => each.rule === rule,
  );
  return found ? fixOf(design, found) : null;
};
const heading = { type: 'heading', level: 1, text: 'A' };
const text = (html: string) => ({ type: 'text', html });

test.each<[string, JsonObject, string]>([
  ['alt-missing', { blocks: [{ type: 'image', url: 'https://a.example/a.png' }] }, 'decorative'],
  ['contrast', { blocks: [{ ...heading, color: '#dddddd' }] }, 'color'],
  ['contrast', { blocks: [text('<p>A</p>')], global: { textColor: '#dddddd' } }, 'color'],
  ['heading-order', { blocks: [heading, { ...heading, level: 4 }] }, 'level'],
  ['text-small', { blocks: [{ ...text('<p>A</p>'), fontSize: 10 }] }, 'size'],
  ['default-missing', { blocks: [text('<p>{{ variables.a }}</p>')] }, 'default'],
  ['variable-missing', { blocks: [text('<p>{{- variables.b | upcase -}}</p>')] }, 'default'],
])('fixes %s in one step that can be undone (%#)', (rule, design, words) => {
  const fix = first(design, rule);
  expect(fix?.words).toBe(words);
  const after = record(beginHistory(design), fix?.change ?? { label: '', patches: [] }, 0);
  expect(first(after.state, rule)).toBeNull();
  expect(undo(after).state).toEqual(design);
});

test('adds a default to the value, in text and in attributes', () => {
  const html = '<p><a href="https://a.example/{{ variables.a }}?{{ variables.b }}">{{ variables.a }}</a></p>';
  const design = { blocks: [text(html)] };
  const fix = first(design, 'default-missing');
  const after = record(beginHistory(design), fix?.change ?? { label: '', patches: [] }, 0).state;
  expect(after['blocks']).toEqual([
    text(
      `<p><a href="https://a.example/{{ variables.a | default: '' }}?{{ variables.b }}">{{ variables.a | default: "" }}</a></p>`,
    ),
  ]);
});

test('offers no fix for findings in a preset', () => {
  const design = { header: { preset: 'x' }, blocks: [heading] };
  const blocks = [{ type: 'image', url: 'https://a.example/a.png' }];
  const presets = { x: { name: 'Shop', blocks, path: ['blocks'] } };
  const [found] = findingsOf({ ...defaultFinding, design, presets, variables: {} });
  expect(found).toMatchObject({ rule: 'alt-missing', preset: { field: 'blocks[0].alt' } });
  expect(found && fixOf(design, found)).toBeNull();
});

test('offers no fix where only a person can decide', () => {
  expect(first({ blocks: [{ type: 'button', label: 'Buy', url: '#' }] }, 'link-empty')).toBeNull();
  expect(first({ blocks: [text('<img src="https://a.example/a.png">')] }, 'alt-missing')).toBeNull();
  expect(first({ blocks: [{ ...text('<p>A</p>'), background: '#d9534f' }] }, 'contrast')).toBeNull();
});
