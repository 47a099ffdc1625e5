import { describe, expect, test } from 'vitest';
import { hash } from '../../../../test/layouts/arbitrary.ts';
import type { JsonObject } from '../../../kernel/json.ts';
import { mainContentOf } from '../content/languages.rules.ts';
import type { LanguageContent, LayoutState } from '../content/layout-state.schema.ts';
import { applyLayoutChange, createdLayout } from '../content/layouts.rules.ts';
import { MainTexts } from '../content/stale.rules.ts';
import { findOpenTranslationWork, toTranslationWork } from './translation-work.rules.ts';
import { withLanguage } from './translations.rules.ts';

const text = (html: string) => ({ type: 'text', html });
const LONG = '<p>Your order is on its way to you.</p>';
const german = { subject: 'Hallo', bodyDesign: { blocks: [text('Eins'), text('Lang')] } };
const layout = (...blocks: JsonObject[]) =>
  withLanguage(createdLayout({ name: 'A', subject: 'Hello', bodyDesign: { blocks } }), 'de', german, hash);
const change = (state: LayoutState, sent: JsonObject) => applyLayoutChange(state, sent);
const work = (state: LayoutState, found: ReadonlyMap<string, string> = new Map()) => {
  const [main, own] = [mainContentOf(state), state.languages['de'] as LanguageContent];
  const open = findOpenTranslationWork(own, main, new MainTexts(main, hash));
  const designs = { main: main.bodyDesign, own: own.bodyDesign };
  return { wanted: [...open.wanted], ...toTranslationWork(open, found, designs) };
};

describe('texts to translate (contract: The app 16)', () => {
  test('lists texts in the order of the email, each with its translation', () => {
    const { rows, wanted, differs } = work(layout(text('One'), text(LONG)));
    expect(rows).toEqual([
      { path: 'subject', source: 'Hello', was: null, at: 'subject', text: 'Hallo', state: 'done' },
      {
        ...{ path: 'bodyDesign.blocks[0].html', source: 'One', was: null },
        ...{ at: 'bodyDesign.blocks[0].html', text: 'Eins', state: 'done' },
      },
      {
        ...{ path: 'bodyDesign.blocks[1].html', source: LONG, was: null },
        ...{ at: 'bodyDesign.blocks[1].html', text: 'Lang', state: 'done' },
      },
    ]);
    expect({ wanted, differs }).toEqual({ wanted: [], differs: [] });
  });

  test('finds the previous source by text when short and by digest when long', () => {
    const state = change(layout(text('One'), text(LONG)), {
      subject: 'Good day',
      bodyDesign: { blocks: [text('One'), text(`${LONG}<p>Soon.</p>`)] },
    });
    const { rows, wanted } = work(state);
    expect(rows.map(({ was, state: is }) => [was, is])).toEqual([
      ['Hello', 'changed'],
      [null, 'done'],
      [null, 'changed'],
    ]);
    expect(wanted).toHaveLength(1);
    const found = work(state, new Map([[wanted[0] as string, LONG]]));
    expect(found.rows[2]).toMatchObject({ was: LONG, text: 'Lang', state: 'changed' });
    expect(found.rows[2]).not.toHaveProperty('digest');
  });

  test('finds a moved text where the language has it, and no location for a missing block', () => {
    const state = change(layout(text('One'), text(LONG)), {
      bodyDesign: {
        blocks: [{ type: 'divider' }, { type: 'heading', text: 'New here' }, text('One'), text(LONG)],
      },
    });
    expect(work(state).rows.slice(1)).toMatchObject([
      { path: 'bodyDesign.blocks[1].text', at: null, text: null, was: null, state: 'new' },
      { path: 'bodyDesign.blocks[2].html', at: 'bodyDesign.blocks[0].html', text: 'Eins', state: 'done' },
      { path: 'bodyDesign.blocks[3].html', at: 'bodyDesign.blocks[1].html', text: 'Lang', state: 'done' },
    ]);
    expect(work(state).differs).toEqual([
      { path: 'bodyDesign.blocks[0]', how: 'missing' },
      { path: 'bodyDesign.blocks[1]', how: 'missing' },
    ]);
  });

  test('lists URLs and Liquid-only texts only while stale', () => {
    const button = (url: string) => ({ type: 'button', label: '{{ variables.a }}', url });
    const before = withLanguage(
      createdLayout({ name: 'A', subject: 'S', bodyDesign: { blocks: [button('https://a.example')] } }),
      'de',
      { subject: 'B', bodyDesign: { blocks: [button('https://a.example/de')] } },
      hash,
    );
    expect(work(before).rows.map(({ path }) => path)).toEqual(['subject']);
    const after = change(before, { bodyDesign: { blocks: [button('https://b.example')] } });
    expect(work(after).rows[1]).toMatchObject({
      ...{ path: 'bodyDesign.blocks[0].url', was: 'https://a.example', text: 'https://a.example/de' },
      state: 'changed',
    });
  });

  test('reports a previously empty line as new', () => {
    const state = change(layout(text('One')), { previewText: 'Look' });
    expect(work(state).rows[1]).toMatchObject({ path: 'previewText', was: null, text: '', state: 'new' });
  });

  test('lists lines and HTML of text layouts', () => {
    const state = withLanguage(
      createdLayout({ name: 'A', subject: 'S', bodyType: 'text', body: '<p>Hi</p>' }),
      'de',
      { subject: 'B', body: '<p>Na</p>' },
      hash,
    );
    const after = work(change(state, { body: '<p>Hi there</p>' }));
    expect(after.rows[1]).toEqual({
      ...{ path: 'body', source: '<p>Hi there</p>', was: '<p>Hi</p>', at: 'body', text: '<p>Na</p>' },
      state: 'changed',
    });
    expect(after.differs).toEqual([]);
  });
});
