import { Popover } from '@mantine/core';
import { type EditorState, NodeSelection } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import type { ReactNode } from 'react';
import { useTexts } from '../../../texts/texts.tsx';
import { ChipForm } from './chip-form.tsx';
import { linkAt, setLink } from './format-commands.ts';
import { LinkForm } from './link-form.tsx';
import { type TextEditorKind, writeText } from './open-text.rules.ts';
import type { Loop, Scope } from './scope.rules.ts';
import { markOf, type SentVariables } from './sent-variables.rules.ts';
import classes from './text.module.css';
import { type TextUndoStep, UNDO_STEP } from './text-plugins.ts';
import type { TextRange } from './text-view.ts';
import { VariablePicker } from './variable-picker.tsx';

/** The popover that is open at the text. */
export type TextTool = { kind: 'picker'; words: TextRange } | { kind: 'chip'; at: number } | { kind: 'link' };

interface TextToolsProps {
  tool: TextTool;
  view: EditorView;
  state: EditorState;
  scale: number;
  kind: TextEditorKind;
  scope: Scope;
  loops: readonly Loop[];
  names: readonly string[];
  filters: readonly string[];
  onRepeat(list: string, text: string): void;
  canRepeat(): boolean;
  /** Inserts a table of a list's articles below, with the current text. */
  onItems(list: string, text: string): void;
  canShowItems(): boolean;
  sent: SentVariables;
  onClose(): void;
}

/** Replaces text or other Liquid with a chip that keeps its formatting. */
function putChip(view: EditorView, { from, to }: TextRange, code: string, step: TextUndoStep) {
  const { tr, doc, schema } = view.state;
  const marks = doc.nodeAt(from)?.marks ?? doc.resolve(from).marks();
  const chip = schema.nodes['chip']?.create({ code }, null, marks);
  if (chip) view.dispatch(tr.replaceWith(from, to, chip).setMeta(UNDO_STEP, step).scrollIntoView());
}

/** The popover at the caret: variable picker, chip settings or link address. */
export function TextTools(props: TextToolsProps) {
  const { tool, view, state, scale, kind, scope, loops, names, filters, sent, onClose } = props;
  const { text } = useTexts().editor;
  const at = tool.kind === 'picker' ? tool.words.from : tool.kind === 'chip' ? tool.at : state.selection.from;
  const place = view.coordsAtPos(Math.min(at, state.doc.content.size));
  const point = {
    left: place.left * scale,
    top: place.top * scale,
    height: (place.bottom - place.top) * scale,
  };
  if (tool.kind === 'picker') {
    const { from, to } = tool.words;
    /** The characters that opened the picker are not part of the text. */
    const withList = (act: (list: string, text: string) => void) => (list: string) => {
      act(list, writeText(kind, view.state.tr.delete(from, to).doc));
      onClose();
    };
    return (
      <AtPoint point={point} label={text.variables} onClose={onClose}>
        <VariablePicker
          {...{ names, loops, scope, sent }}
          onPick={(code) => {
            // Undo should not bring back the "{{" that opened the picker.
            putChip(view, tool.words, code, from < to ? 'ends typing' : 'own');
            onClose();
          }}
          onRepeat={props.canRepeat() ? withList(props.onRepeat) : null}
          onItems={props.canShowItems() ? withList(props.onItems) : null}
        />
      </AtPoint>
    );
  }
  if (tool.kind === 'link')
    return (
      <AtPoint point={point} label={text.link} onClose={onClose}>
        <LinkForm
          address={linkAt(state)}
          onSet={(address) => {
            setLink(address)(view.state, (tr) => view.dispatch(tr.setMeta(UNDO_STEP, 'own')));
            onClose();
          }}
        />
      </AtPoint>
    );
  const chip = state.doc.nodeAt(tool.at);
  if (chip?.type.name !== 'chip') return null;
  return (
    <AtPoint point={point} label={text.chip} onClose={onClose}>
      <ChipForm
        code={String(chip.attrs['code'])}
        {...{ names, filters, scope }}
        mark={markOf(String(chip.attrs['code']), loops, sent)}
        onSet={(code) => {
          putChip(view, { from: tool.at, to: tool.at + 1 }, code, 'own');
          view.dispatch(view.state.tr.setSelection(NodeSelection.create(view.state.doc, tool.at)));
          onClose();
        }}
        onRemove={() => {
          view.dispatch(view.state.tr.delete(tool.at, tool.at + 1).setMeta(UNDO_STEP, 'own'));
          onClose();
        }}
      />
    </AtPoint>
  );
}

interface AtPointProps {
  point: { left: number; top: number; height: number };
  label: string;
  onClose(): void;
  children: ReactNode;
}

function AtPoint({ point, label, onClose, children }: AtPointProps) {
  return (
    <Popover
      opened
      trapFocus
      withRoles={false}
      closeOnEscape
      position="bottom-start"
      width={300}
      shadow="md"
      onChange={(opened) => !opened && onClose()}
    >
      <Popover.Target>
        <span className={classes['point']} style={point} />
      </Popover.Target>
      <Popover.Dropdown
        role="dialog"
        aria-label={label}
        data-text-tools
        p="sm"
        onKeyDown={(event) => {
          if (event.key === 'Escape') onClose();
          // Shortcuts for the email and its blocks don't apply here.
          event.stopPropagation();
        }}
      >
        {children}
      </Popover.Dropdown>
    </Popover>
  );
}
