import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

/** Colours of the app, which follow its scheme. */
const colors = HighlightStyle.define([
  { tag: [tags.propertyName, tags.attributeName], color: 'var(--code-name)' },
  { tag: [tags.string, tags.attributeValue], color: 'var(--code-text)' },
  { tag: [tags.number, tags.bool, tags.null, tags.atom], color: 'var(--code-value)' },
  { tag: [tags.tagName, tags.keyword, tags.angleBracket], color: 'var(--code-tag)' },
  { tag: [tags.comment, tags.meta], color: 'var(--mantine-color-dimmed)' },
]);

const look = EditorView.theme({
  '&': { height: '100%', fontSize: '0.8125rem', backgroundColor: 'transparent' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--mantine-font-family-monospace)', lineHeight: '1.5' },
  '.cm-content': { caretColor: 'var(--mantine-color-text)' },
  '.cm-gutters': {
    backgroundColor: 'var(--outstep-ground)',
    borderRight: '1px solid var(--outstep-line)',
    color: 'var(--mantine-color-dimmed)',
  },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'var(--code-line)' },
  '&.cm-focused .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'var(--code-selection) !important',
  },
  '.cm-cursor': { borderLeftColor: 'var(--mantine-color-text)' },
  '.cm-panels, .cm-tooltip': {
    backgroundColor: 'var(--mantine-color-body)',
    color: 'var(--mantine-color-text)',
    borderColor: 'var(--outstep-line)',
  },
});

export const codeTheme = [look, syntaxHighlighting(colors)];
