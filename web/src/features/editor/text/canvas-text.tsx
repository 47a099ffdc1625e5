import { lazy, type RefObject, Suspense } from 'react';
import type { JsonObject } from '../../../../../server/src/kernel/json.ts';
import { useTexts } from '../../../texts/texts.tsx';
import type { Box } from '../dragging/box.rules.ts';
import { type EditorSession, fieldPath } from '../session/session.ts';
import type { Unfit } from './text-tokens.rules.ts';
import type { BlockFields, Writing } from './use-writing.ts';

/** Half of the editor's weight, and many only look. */
const TextInPlace = lazy(() =>
  import('./text-in-place.tsx').then((module) => ({ default: module.TextInPlace })),
);

/** What writing in the mail needs of the editor around. */
export interface TextContext {
  session: EditorSession;
  fields: BlockFields | null;
  /** What the layout uses, as it is written in Liquid. */
  names: readonly string[];
  /** Samples. */
  variables: JsonObject;
  filters: readonly string[];
  /** The text is written as code instead, in its field. */
  onUnfit(key: string, field: string, reason: Unfit): void;
  /** The text that somebody is in the midst of writing, as the server names its field; `null` once it rests. */
  onUnrest(field: string | null): void;
}

interface CanvasTextProps {
  text: TextContext;
  writing: Writing;
  frame: RefObject<HTMLIFrameElement | null>;
  host: RefObject<HTMLElement | null>;
  /** What the keyboard goes through, block by block. */
  over: RefObject<HTMLElement | null>;
  box: Box;
  scale: number;
  /** With the point of the page that was pressed instead. */
  onLeave(point: readonly [number, number] | null): void;
}

/** The text that is written in, where it stands in the mail. */
export function CanvasText({ text, writing, over, onLeave, ...shown }: CanvasTextProps) {
  const { editor } = useTexts();
  const { key, field, path } = writing;
  const name = field.split('.').at(-1) ?? field;
  const leave = (byKey: boolean, point: readonly [number, number] | null = null) => {
    onLeave(point);
    if (byKey) over.current?.focus({ preventScroll: true });
  };
  return (
    <Suspense fallback={null}>
      <TextInPlace
        key={`${key} ${field}`}
        {...shown}
        writing={writing}
        label={editor.labels[name as keyof typeof editor.labels] ?? name}
        variables={text.variables}
        names={text.names}
        filters={text.filters}
        onWrite={(value) =>
          text.session.run({
            label: 'write',
            typing: path.join('\0'),
            patches: [{ kind: 'put', path, value }],
          })
        }
        onLeave={leave}
        onRest={(isResting) => text.onUnrest(isResting ? null : fieldPath(path))}
        onUnfit={(reason) => {
          onLeave(null);
          text.onUnfit(key, field, reason);
        }}
        onKey={(event) => passOn(event, over.current, () => leave(true))}
      />
    </Suspense>
  );
}

/** Keys in the mail's frame are not heard around it. */
function passOn(event: KeyboardEvent, to: HTMLElement | null, leave: () => void) {
  const { key, ctrlKey, metaKey, shiftKey } = event;
  // The next pane is the one after the mail.
  if (key === 'F6') leave();
  to?.dispatchEvent(
    new KeyboardEvent('keydown', { key, ctrlKey, metaKey, shiftKey, bubbles: true, cancelable: true }),
  );
}
