import { RangeSetBuilder } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView, ViewPlugin } from '@codemirror/view';

const asItsWords = Decoration.line({ attributes: { dir: 'auto' } });

function drawnLines({ state, visibleRanges }: EditorView): DecorationSet {
  const lines = new RangeSetBuilder<Decoration>();
  let next = 0;
  for (const { from, to } of visibleRanges)
    for (let at = Math.max(from, next); at <= to; at = next) {
      const line = state.doc.lineAt(at);
      lines.add(line.from, line.from, asItsWords);
      next = line.to + 1;
    }
  return lines.finish();
}

/** Each line runs as its words do, as in a field of the browser with `dir=auto`. */
export const lineDirections = [
  EditorView.perLineTextDirection.of(true),
  ViewPlugin.define(
    (view) => ({
      lines: drawnLines(view),
      update({ docChanged, viewportChanged, view: updated }) {
        if (docChanged || viewportChanged) this.lines = drawnLines(updated);
      },
    }),
    { decorations: ({ lines }) => lines },
  ),
];
