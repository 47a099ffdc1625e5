import { standardKeymap } from '@codemirror/commands';
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { highlightSelectionMatches, searchKeymap } from '@codemirror/search';
import { Compartment, EditorState, type Extension } from '@codemirror/state';
import { drawSelection, EditorView, keymap } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import { useTexts } from '../../texts/texts.tsx';
import { changeBetween } from './change-between.ts';

/** Colors that follow the app's color scheme. */
const colors = HighlightStyle.define([
  { tag: [tags.propertyName, tags.attributeName], color: 'var(--code-name)' },
  { tag: [tags.string, tags.attributeValue], color: 'var(--code-text)' },
  { tag: [tags.number, tags.bool, tags.null, tags.atom], color: 'var(--code-value)' },
  { tag: [tags.tagName, tags.keyword, tags.angleBracket], color: 'var(--code-tag)' },
  { tag: [tags.comment, tags.meta], color: 'var(--mantine-color-dimmed)' },
]);

const editorTheme = EditorView.theme({
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

const codeTheme = [editorTheme, syntaxHighlighting(colors)];

interface CodeMirrorOptions {
  value: string;
  onChange(value: string): void;
  readOnly: boolean;
  /** Attributes of the editable element; must be a stable object. */
  attributes: Readonly<Record<string, string>>;
  /** Additional extensions; called once. */
  extensions(): Extension;
}

/** Normalizes line breaks the way the editor does. */
const withPlainBreaks = (text: string) => text.replace(/\r\n?/g, '\n');

/**
 * Mounts CodeMirror in `place`. It renders only visible lines, so the browser's own search would find no
 * others.
 */
export function useCodeMirror({ value, onChange, readOnly, attributes, extensions }: CodeMirrorOptions) {
  const { codePhrases } = useTexts().common;
  const place = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | null>(null);
  /** The text in the view, cached because CodeMirror joins thousands of lines on each access. */
  const held = useRef('');
  const write = useRef(onChange);
  write.current = onChange;
  const [settings] = useMemo(() => [new Compartment()], []);
  const set = useMemo(
    () => [
      EditorState.readOnly.of(readOnly),
      EditorView.editable.of(!readOnly),
      EditorState.phrases.of(codePhrases),
      // Read-only text must still be reachable by keyboard.
      EditorView.contentAttributes.of({ ...attributes, tabindex: '0', spellcheck: 'false' }),
    ],
    [readOnly, attributes, codePhrases],
  );

  // Both run before the page is painted and the next key arrives, so that focus and typing go to this text.
  // biome-ignore lint/correctness/useExhaustiveDependencies: created once; changes are passed to it below
  useLayoutEffect(() => {
    held.current = withPlainBreaks(value);
    const made = new EditorView({
      parent: place.current as HTMLDivElement,
      state: EditorState.create({
        doc: held.current,
        extensions: [
          ...[extensions(), drawSelection(), highlightSelectionMatches(), codeTheme],
          keymap.of([...standardKeymap, ...searchKeymap]),
          EditorView.updateListener.of(({ docChanged, state, transactions }) => {
            if (!docChanged || transactions.some((each) => each.isUserEvent('set'))) return;
            held.current = state.doc.toString();
            write.current(held.current);
          }),
          settings.of(set),
        ],
      }),
    });
    view.current = made;
    return () => {
      view.current = null;
      made.destroy();
    };
  }, []);
  useLayoutEffect(() => {
    const next = withPlainBreaks(value);
    if (held.current === next) return;
    const changes = changeBetween(held.current, next);
    held.current = next;
    view.current?.dispatch({ changes, userEvent: 'set' });
  }, [value]);
  useEffect(() => {
    view.current?.dispatch({ effects: settings.reconfigure(set) });
  }, [settings, set]);
  return { place, view, held };
}
