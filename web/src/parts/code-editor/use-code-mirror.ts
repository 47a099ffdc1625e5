import { standardKeymap } from '@codemirror/commands';
import { highlightSelectionMatches, searchKeymap } from '@codemirror/search';
import { Compartment, EditorState, type Extension } from '@codemirror/state';
import { drawSelection, EditorView, keymap } from '@codemirror/view';
import { useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import { changeBetween } from './change-between.ts';
import { codeTheme } from './code-theme.ts';

interface CodeMirrorOptions {
  value: string;
  onChange(value: string): void;
  readOnly: boolean;
  /** Of the element that is written in; the same object for as long as they are the same. */
  attributes: Readonly<Record<string, string>>;
  /** What this one has beside what all have; asked for once. */
  extensions(): Extension;
}

/** As an editor holds it, and tells it. */
const withPlainBreaks = (text: string) => text.replace(/\r\n?/g, '\n');

/** CodeMirror in `place`: it draws the lines in sight alone, so the browser's own search would find no others. */
export function useCodeMirror({ value, onChange, readOnly, attributes, extensions }: CodeMirrorOptions) {
  const place = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | null>(null);
  /** The text in the view: it is made from thousands of lines each time that it is asked for there. */
  const held = useRef('');
  const write = useRef(onChange);
  write.current = onChange;
  const [settings] = useMemo(() => [new Compartment()], []);
  const set = useMemo(
    () => [
      EditorState.readOnly.of(readOnly),
      EditorView.editable.of(!readOnly),
      // A text that cannot be changed can still be read by keyboard.
      EditorView.contentAttributes.of({ ...attributes, tabindex: '0', spellcheck: 'false' }),
    ],
    [readOnly, attributes],
  );

  // Both before the page is drawn and the next key comes: whoever is led here, or writes, goes on in this text.
  // biome-ignore lint/correctness/useExhaustiveDependencies: made once; what changes is told to it below
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
