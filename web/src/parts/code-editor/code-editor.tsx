import { history, historyKeymap } from '@codemirror/commands';
import { json } from '@codemirror/lang-json';
import { liquid } from '@codemirror/lang-liquid';
import { bracketMatching } from '@codemirror/language';
import { lintGutter, setDiagnostics } from '@codemirror/lint';
import type { Extension } from '@codemirror/state';
import { EditorView, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view';
import { Anchor, Box, Input, List } from '@mantine/core';
import { type Ref, useEffect, useId, useImperativeHandle, useMemo } from 'react';
import { useTexts } from '../../texts/texts.tsx';
import { useTranslateMessage } from '../../texts/use-said.ts';
import classes from './code-editor.module.css';
import { locateJsonValues, offsetOfField } from './json-locations.ts';
import { useCodeMirror } from './use-code-mirror.ts';

/** An error in the text, with its field or line. */
export interface CodeError {
  field: string;
  reason: string;
  /** The path of the field in the text, where that differs from its name. */
  place?: string;
  line?: number;
}

export interface CodeEditorProps {
  label: string;
  hint: string;
  language: 'json' | 'html';
  value: string;
  onChange: (value: string) => void;
  faults: readonly CodeError[];
  readOnly: boolean;
  /** Receives a function that moves to a field, for links elsewhere on the page. */
  goToField?: Ref<(field: string) => void>;
}

const languages: Readonly<Record<CodeEditorProps['language'], () => Extension>> = {
  json,
  html: () => liquid(),
};

interface PlacedFault extends CodeError {
  from: number;
  line: number;
}

const lineAt = (text: string, at: number) => text.slice(0, at).split('\n').length;

/** Places each error; a JSON syntax error comes first. */
function placedFaults({ value, language, faults }: CodeEditorProps, noJson: string): PlacedFault[] {
  const { places, fault } =
    language === 'json' ? locateJsonValues(value) : { places: new Map(), fault: null };
  const lines = value.split('\n');
  const startOf = (line: number) => lines.slice(0, line - 1).reduce((sum, each) => sum + each.length + 1, 0);
  const placed = faults.map((each) => {
    const from =
      each.line === undefined ? offsetOfField(places, each.place ?? each.field) : startOf(each.line);
    return { ...each, from: Math.min(from, value.length), line: each.line ?? lineAt(value, from) };
  });
  if (fault === null) return placed;
  return [{ field: '', reason: noJson, from: fault, line: lineAt(value, fault) }, ...placed];
}

/** A text with numbered lines; each error links to its line. */
export function CodeEditor(props: CodeEditorProps) {
  const { label, hint, language, value, onChange, readOnly, goToField } = props;
  const { layouts } = useTexts();
  const said = useTranslateMessage();
  const id = useId();
  const { noJson } = layouts;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the inputs of the errors
  const faults = useMemo(() => placedFaults(props, noJson), [value, language, props.faults, noJson]);
  const isFaulty = faults.length > 0;
  const attributes = useMemo(
    () => ({
      'aria-label': label,
      'aria-readonly': String(readOnly),
      'aria-invalid': String(isFaulty),
      'aria-describedby': isFaulty ? `${id}-faults` : `${id}-hint`,
    }),
    [label, readOnly, isFaulty, id],
  );
  const { place, view } = useCodeMirror({
    ...{ value, onChange, readOnly, attributes },
    extensions: () => [
      ...[lineNumbers(), lintGutter(), history(), highlightActiveLine(), bracketMatching()],
      ...[languages[language](), keymap.of(historyKeymap)],
    ],
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the view is always the same
  useEffect(() => {
    const shown = view.current;
    if (!shown) return;
    const { length } = shown.state.doc;
    const diagnostics = faults.map(({ from, reason }) => {
      const at = Math.min(from, length);
      const { to } = shown.state.doc.lineAt(at);
      return { from: at, to, severity: 'error' as const, message: said(reason) };
    });
    shown.dispatch(setDiagnostics(shown.state, diagnostics));
  }, [faults, said]);

  const goTo = (at: number) => {
    const shown = view.current;
    if (!shown) return;
    const { from, to } = shown.state.doc.lineAt(Math.min(at, shown.state.doc.length));
    shown.focus();
    shown.dispatch({
      selection: { anchor: from, head: to },
      effects: EditorView.scrollIntoView(from, { y: 'center' }),
    });
  };
  useImperativeHandle(
    goToField,
    () => (field: string) => goTo(offsetOfField(locateJsonValues(value).places, field)),
  );

  return (
    <Box>
      <Input.Label component="div">{label}</Input.Label>
      <Input.Description id={`${id}-hint`} mb={6}>
        {hint}
      </Input.Description>
      {isFaulty && (
        <Box id={`${id}-faults`} role="alert" my="xs" c="var(--mantine-color-error)">
          <List size="sm">
            {faults.map(({ line, from, field, reason }) => (
              <List.Item key={`${field} ${reason}`}>
                <Anchor component="button" type="button" size="sm" c="inherit" onClick={() => goTo(from)}>
                  {layouts.line(line)}
                </Anchor>{' '}
                {field && <code>{field}</code>} {said(reason)}
              </List.Item>
            ))}
          </List>
        </Box>
      )}
      <div
        ref={place}
        className={classes['code']}
        style={{ height: 520 }}
        data-faulty={isFaulty || undefined}
      />
    </Box>
  );
}
