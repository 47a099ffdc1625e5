import { type RefObject, useEffect, useRef, useState } from 'react';
import { useLatest } from '../../../parts/use-event-callback.ts';
import { useTexts } from '../../../texts/texts.tsx';
import type { Box } from '../dragging/box.rules.ts';
import { splitAt } from './split-text.rules.ts';
import { TextBar } from './text-bar.tsx';
import { type TextTool, TextTools } from './text-tools.tsx';
import { focusText } from './text-view.ts';
import { type TextViewProps, useTextView } from './use-text-view.ts';

/**
 * Incomplete input, such as an open `{{`, is not reported as an error until typing has paused for this long.
 */
const REST_MS = 2000;

/** Reports whether a text is being edited: typed in just now, or with an open tool. */
function useTypingPause(value: string, isChoosing: boolean, tell: (isResting: boolean) => void) {
  const latest = useLatest(tell);
  const isBegun = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: restarts when the text changes
  useEffect(() => {
    isBegun.current ||= isChoosing;
    if (!isBegun.current) {
      // The first run is the text as opened.
      isBegun.current = true;
      return;
    }
    latest.current(false);
    if (isChoosing) return;
    const timer = setTimeout(() => latest.current(true), REST_MS);
    return () => clearTimeout(timer);
  }, [value, isChoosing, latest]);
  useEffect(() => () => latest.current(true), [latest]);
}

interface InlineTextEditorProps extends TextViewProps {
  /** The block's box on the page, and the scale of the page. */
  box: Box;
  scale: number;
  names: readonly string[];
  filters: readonly string[];
  onRest(isResting: boolean): void;
  /** Repeats the block, with the current text, for each entry of a list. */
  onRepeat(list: string, text: string): void;
  canRepeat(): boolean;
  /** Inserts a table of a list's articles below the block, with the current text. */
  onItems(list: string, text: string): void;
  canShowItems(): boolean;
  /**
   * Called with the halves, or with `null` if one of them would be empty. `null` if the block cannot be
   * split.
   */
  onSplit: ((halves: readonly [string, string] | null) => void) | null;
}

/** The inline editor of one text, with its toolbar and popovers. */
export function InlineTextEditor(props: InlineTextEditorProps) {
  const { writing, box, scale, scope, loops, names, filters, sent } = props;
  const { canRepeat, onRepeat, canShowItems, onItems } = props;
  const { text } = useTexts().editor;
  const latest = useLatest(props);
  const bar = useRef<HTMLDivElement>(null);
  const [tool, setTool] = useState<TextTool | null>(null);
  const split = () => {
    const now = view.current?.state;
    if (now) latest.current.onSplit?.(splitAt(now.doc, now.selection.from));
  };
  const { view, state } = useTextView(latest, {
    openBar: () => bar.current?.querySelector<HTMLElement>('button, select')?.focus(),
    openLink: () => setTool({ kind: 'link' }),
    openPicker: (words) => setTool({ kind: 'picker', words }),
    openChip: (at) => setTool({ kind: 'chip', at }),
    split,
  });
  useTypingPause(writing.value, tool !== null, props.onRest);
  useLeaving(latest, () => setTool(null));
  if (!state || !view.current) return null;
  const shared = { view: view.current, state, scale };
  return (
    <div data-text-tools role="presentation">
      <TextBar
        {...shared}
        ref={bar}
        label={text.bar}
        kind={writing.kind}
        box={box}
        onTool={setTool}
        onSplit={props.onSplit && split}
        onLeave={() => latest.current.onLeave(true)}
      />
      {tool && (
        <TextTools
          {...shared}
          {...{ tool, scope, loops, names, filters, sent, canRepeat, onRepeat, canShowItems, onItems }}
          kind={writing.kind}
          onClose={() => {
            setTool(null);
            if (view.current) focusText(view.current);
          }}
        />
      )}
    </div>
  );
}

/** Leaves the text on a press elsewhere in the email, or when the focus moves elsewhere on the page. */
function useLeaving(latest: RefObject<TextViewProps>, onBack: () => void) {
  const back = useLatest(onBack);
  useEffect(() => {
    const { frame, host } = latest.current;
    const page = frame.current?.contentDocument;
    const press = ({ target, clientX, clientY }: MouseEvent) => {
      if (!host.current?.contains(target as Node)) latest.current.onLeave(false, [clientX, clientY]);
    };
    // The text may be inside a link, such as a button of the email.
    const stay = (event: Event) => event.preventDefault();
    const focus = ({ target }: Event) => {
      const isHere =
        target === frame.current || (target instanceof Element && target.closest('[data-text-tools]'));
      if (!isHere) latest.current.onLeave(false);
    };
    page?.addEventListener('mousedown', press);
    const come = () => back.current();
    page?.addEventListener('focusin', come);
    page?.addEventListener('click', stay);
    document.addEventListener('focusin', focus);
    return () => {
      page?.removeEventListener('mousedown', press);
      page?.removeEventListener('focusin', come);
      page?.removeEventListener('click', stay);
      document.removeEventListener('focusin', focus);
    };
  }, [latest, back]);
}
