import type { JsonObject } from 'outstep/kernel/json.ts';
import { lazy, type RefObject, Suspense, useMemo } from 'react';
import { flushSync } from 'react-dom';
import { notify } from '../../../parts/notify.ts';
import { useTexts } from '../../../texts/texts.tsx';
import type { Box } from '../dragging/box.rules.ts';
import { entriesOf } from '../model/blocks.rules.ts';
import type { DesignChange } from '../model/history.rules.ts';
import { applyPatches } from '../model/patches.rules.ts';
import { insertBelowText, repeatBlock, splitText } from '../model/wrap.rules.ts';
import { usePictureUploader } from '../pictures/use-picture-uploads.ts';
import { type EditorSession, fieldPath } from '../session/session.ts';
import { useBlockName } from '../session/use-block-name.ts';
import type { PasteResult } from './clipboard.ts';
import { loopsAround, scopeIn } from './scope.rules.ts';
import { markOf, type SentVariables } from './sent-variables.rules.ts';
import type { UnsupportedReason } from './text-tokens.rules.ts';
import type { BlockFields, InlineTextEdit } from './use-writing.ts';
import { useWritingTexts } from './use-writing-texts.ts';
import { currencyFor } from './variable-suggestions.rules.ts';

/** Half of the editor's weight, and many only look. */
const InlineTextEditor = lazy(() =>
  import('./inline-text-editor.tsx').then((module) => ({ default: module.InlineTextEditor })),
);

/** What writing in the email needs of the editor around. */
export interface TextContext {
  session: EditorSession;
  fields: BlockFields | null;
  /** What the layout uses, as it is written in Liquid. */
  names: readonly string[];
  /** Samples: what the email is shown with. */
  variables: JsonObject;
  /** What recent steps sent. */
  sent: SentVariables;
  announce(text: string): void;
  filters: readonly string[];
  /** The text is written as code instead, in its field. */
  onUnfit(key: string, field: string, reason: UnsupportedReason): void;
  /** The text that somebody is in the midst of writing, as the server names its field; `null` once it rests. */
  onUnrest(field: string | null): void;
}

interface CanvasTextProps {
  text: TextContext;
  writing: InlineTextEdit;
  frame: RefObject<HTMLIFrameElement | null>;
  host: RefObject<HTMLElement | null>;
  /** What the keyboard goes through, block by block. */
  over: RefObject<HTMLElement | null>;
  box: Box;
  scale: number;
  /** What comes of Liquid with its filters, by its text. */
  filled: Readonly<Record<string, string>>;
  /** With the point of the page that was pressed instead. */
  onLeave(point: readonly [number, number] | null): void;
}

/** The text that is written in, where it stands in the email. */
export function CanvasText({ text, writing, over, onLeave, ...shown }: CanvasTextProps) {
  const { editor } = useTexts();
  const texts = useWritingTexts();
  const nameOf = useBlockName();
  const uploads = usePictureUploader();
  const { key, field, path } = writing;
  const { session, variables } = text;
  const { design, entries } = session;
  const entry = entries.find((each) => each.key === key);
  const loops = useMemo(() => loopsAround(entries, key), [entries, key]);
  const scope = useMemo(() => scopeIn(loops, variables), [loops, variables]);
  /** What is being written comes along. */
  const repeated = (list: string, value: string) => {
    const written = applyPatches(design, [{ kind: 'put', path, value }]).value;
    const now = entriesOf(written).find((each) => each.key === key);
    const taken = loops.map(({ as }) => as);
    return now ? repeatBlock(written, now, list, taken) : null;
  };
  const withItems = (list: string, value: string): DesignChange | null => {
    const currency = currencyFor(`${list}[0].price`, scope);
    const block = { type: 'items', source: list, currency };
    return entry ? insertBelowText(design, entry, { path, value }, block) : null;
  };
  const showItems = (list: string, value: string) => {
    session.run(withItems(list, value));
    text.announce(editor.said.insert(nameOf({ type: 'items' })));
  };
  const noteOfChip = (code: string) => {
    const mark = markOf(code, loops, text.sent);
    return mark && texts.notes[mark.kind](mark.sentBy, mark.count);
  };
  const repeat = (list: string, value: string) => {
    const change = repeated(list, value);
    session.run(change);
    if (change && entry) text.announce(editor.said.wrap(nameOf(entry.block), nameOf({ type: 'loop' })));
  };
  const pasted = ({ pictures, left, hasLook }: PasteResult) => {
    // Below the text, which stays open: whoever writes goes on writing.
    if (pictures.length > 0) uploads.send(pictures, { below: key, isQuiet: true });
    if (left > 0) notify(texts.picturesLeft);
    if (hasLook) text.announce(texts.lookDropped);
  };
  const split = (halves: readonly [string, string] | null) => {
    const change = entry && halves && splitText(design, entry, ...halves);
    if (!change) return notify(texts.splitCannot);
    session.run(change);
    text.announce(texts.splitDone);
    leave(true);
  };
  const name = field.split('.').at(-1) ?? field;
  const leave = (byKey: boolean, point: readonly [number, number] | null = null) => {
    onLeave(point);
    if (byKey) over.current?.focus({ preventScroll: true });
  };
  return (
    <Suspense fallback={null}>
      <InlineTextEditor
        key={`${key} ${field}`}
        {...shown}
        writing={writing}
        label={editor.labels[name as keyof typeof editor.labels] ?? name}
        {...{ scope, loops, noteOfChip }}
        sent={text.sent}
        canShowItems={() => withItems('variables', writing.value) !== null}
        onItems={showItems}
        names={text.names}
        canRepeat={() => repeated('variables', writing.value) !== null}
        onRepeat={repeat}
        onPasted={pasted}
        onSplit={entry?.type === 'text' && field === 'html' ? split : null}
        filters={text.filters}
        // Keys in the frame are none of React's: without this, saving by the next key would save what was before this one.
        onWrite={(value, step) =>
          flushSync(() =>
            session.run({
              label: 'write',
              ...(step !== 'own' && { typing: path.join('\0'), endsTyping: step === 'ends typing' }),
              patches: [{ kind: 'put', path, value }],
            }),
          )
        }
        onLeave={leave}
        onRest={(isResting) => text.onUnrest(isResting ? null : fieldPath(path))}
        onUnfit={(reason) => {
          onLeave(null);
          text.onUnfit(key, field, reason);
        }}
        onKey={(event) => forwardKey(event, over.current, () => leave(true))}
      />
    </Suspense>
  );
}

/** Forwards key events, which do not leave the email's frame by themselves. */
function forwardKey(event: KeyboardEvent, to: HTMLElement | null, leave: () => void) {
  const { key, ctrlKey, metaKey, shiftKey } = event;
  // The next pane is the one after the email.
  if (key === 'F6') leave();
  to?.dispatchEvent(
    new KeyboardEvent('keydown', { key, ctrlKey, metaKey, shiftKey, bubbles: true, cancelable: true }),
  );
}
