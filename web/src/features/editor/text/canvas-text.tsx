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

/** Loaded on demand, because it is half of the editor's code and many people only view emails. */
const InlineTextEditor = lazy(() =>
  import('./inline-text-editor.tsx').then((module) => ({ default: module.InlineTextEditor })),
);

/** The parts of the editor that editing a text in the email needs. */
export interface TextContext {
  session: EditorSession;
  fields: BlockFields | null;
  /** Variables used by the layout, as written in Liquid. */
  names: readonly string[];
  /** The data the email is previewed with. */
  variables: JsonObject;
  /** The variables that recent steps sent. */
  sent: SentVariables;
  announce(text: string): void;
  filters: readonly string[];
  /** The text cannot be edited in place and is edited as code in its field instead. */
  onUnfit(key: string, field: string, reason: UnsupportedReason): void;
  /** Reports the field being typed in, as the server names it; `null` once typing pauses. */
  onUnrest(field: string | null): void;
}

interface CanvasTextProps {
  text: TextContext;
  writing: InlineTextEdit;
  frame: RefObject<HTMLIFrameElement | null>;
  host: RefObject<HTMLElement | null>;
  /** The overlay that handles the keyboard for blocks. */
  over: RefObject<HTMLElement | null>;
  box: Box;
  scale: number;
  /** The rendered value of Liquid with filters, by its code. */
  filled: Readonly<Record<string, string>>;
  /** Called with the point on the page that was pressed instead, if any. */
  onLeave(point: readonly [number, number] | null): void;
}

/** Edits a text in place in the email. */
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
  /** Includes the text as it is currently typed. */
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
    // Inserted below the text, which remains open for editing.
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
        // React doesn't handle key events of the frame. Without this, a save on the next key would miss this
        // change.
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

/** Forwards key events, which would otherwise not leave the email's frame. */
function forwardKey(event: KeyboardEvent, to: HTMLElement | null, leave: () => void) {
  const { key, ctrlKey, metaKey, shiftKey } = event;
  // The pane after the email comes next.
  if (key === 'F6') leave();
  to?.dispatchEvent(
    new KeyboardEvent('keydown', { key, ctrlKey, metaKey, shiftKey, bubbles: true, cancelable: true }),
  );
}
