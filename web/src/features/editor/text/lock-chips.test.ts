import { EditorState, NodeSelection } from 'prosemirror-state';
import { expect, test } from 'vitest';
import { writeText } from './open-text.rules.ts';
import { EXTERNAL_CHANGE, lockChips } from './text-plugins.ts';
import { lineSchema } from './text-schema.rules.ts';

const chip = (code: string) => lineSchema.nodes.chip.create({ code });
const doc = lineSchema.nodes.doc.create(null, [
  ...[chip('<p>'), lineSchema.text('Hi '), chip('{{ a }}'), chip('</p>')],
]);
const state = EditorState.create({ doc, plugins: [lockChips] });
const after = (tr: typeof state.tr) => writeText('line', state.apply(tr).doc);

test('protects markup from deletion, but not words and Liquid', () => {
  expect(after(state.tr.delete(0, 1))).toBe('<p>Hi {{ a }}</p>');
  expect(after(state.tr.delete(0, doc.content.size))).toBe('<p>Hi {{ a }}</p>');
  expect(after(state.tr.delete(1, 5))).toBe('<p></p>');
  expect(after(state.tr.delete(0, 1).setMeta(EXTERNAL_CHANGE, true))).toBe('Hi {{ a }}</p>');
});

test('inserts text typed at a chip after it', () => {
  const chosen = state.apply(state.tr.setSelection(NodeSelection.create(doc, 0)));
  let written = chosen;
  const view = { state: chosen, dispatch: (tr: typeof state.tr) => (written = chosen.apply(tr)) };
  lockChips.props.handleTextInput?.call(lockChips, view as never, 0, 1, 'Na, ', () => chosen.tr);
  expect(writeText('line', written.doc)).toBe('<p>Na, Hi {{ a }}</p>');
  // The caret is after it.
  expect(written.selection.toJSON()).toEqual({ type: 'text', anchor: 5, head: 5 });
});
