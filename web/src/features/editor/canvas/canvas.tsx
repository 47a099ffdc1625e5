import { type KeyboardEvent, type MouseEvent, memo, useEffect, useId, useMemo, useRef } from 'react';
import { type Device, useMailFit } from '../../../parts/mail/mail-fit.ts';
import { MailSheet } from '../../../parts/mail/mail-sheet.tsx';
import { useEventCallback } from '../../../parts/use-event-callback.ts';
import { useTexts } from '../../../texts/texts.tsx';
import dragging from '../dragging/dragging.module.css';
import { dropLines } from '../dragging/drop-lines.rules.ts';
import type { DragPayload } from '../dragging/use-draggable.ts';
import { useDropZone } from '../dragging/use-drop-zone.ts';
import type { BlockEntry } from '../model/blocks.rules.ts';
import type { InsertionPoint } from '../model/commands.rules.ts';
import { fieldAt } from '../page/boxes.ts';
import type { DrawnMail } from '../page/drawn-mail.ts';
import type { TheirBlocks } from '../session/session.ts';
import { CanvasText, type TextContext } from '../text/canvas-text.tsx';
import { useInlineTextEdit } from '../text/use-writing.ts';
import { BlockBox } from './block-box.tsx';
import classes from './canvas.module.css';
import { entryAt, placeEntries, placeSides } from './placed-entries.rules.ts';
import { DimmingOverlay, SharedSideOverlay } from './shared-side.tsx';
import { HiddenBlockStrip } from './strip.tsx';
import { hiddenReasonOf } from './strips.rules.ts';
import { useFrame } from './use-frame.ts';

const none = {};

interface CanvasProps {
  html: string;
  drawn: DrawnMail | null;
  entries: readonly BlockEntry[];
  selection: string | null;
  device: Device;
  dark: boolean;
  isWithoutPictures: boolean;
  canChange: boolean;
  /** Keys of blocks that another person has just changed. */
  theirs?: TheirBlocks | undefined;
  onSelect(key: string | null): void;
  /** Starts editing the named field, or the first one. */
  onEdit(key: string, field: string | null): void;
  /** Handles other keys; returns whether it did. */
  onKey(event: KeyboardEvent, isRightToLeft: boolean): boolean;
  placesFor(dragged: DragPayload): InsertionPoint[];
  onDrop(dragged: DragPayload, place: InsertionPoint): void;
  text: TextContext;
}

/** The email itself. No script in it runs; the overlay on top handles pointer and keyboard. */
export const Canvas = memo(function Canvas(props: CanvasProps) {
  const { drawn, entries, selection, device, dark, canChange, onSelect, onKey, text } = props;
  const { editor } = useTexts();
  const id = useId();
  const { room, width, scale } = useMailFit(device);
  const scroller = useRef<HTMLDivElement>(null);
  const over = useRef<HTMLDivElement>(null);
  const { writing, host, begin, leave, keep } = useInlineTextEdit({ ...text, drawn });
  const kept = writing && `${writing.key} ${writing.field}`;
  const { sheet, page, isLoaded, boxes, isRightToLeft } = useFrame({ ...props, keep, kept });
  const { frame, height } = sheet;
  const whole = { left: 0, top: 0, width, height };
  const boxOfWriting = (writing && boxes[drawn?.keys.indexOf(writing.key) ?? -1]?.[0]) ?? whole;
  const placed = useMemo(
    () => placeEntries(entries, drawn?.keys ?? [], boxes, { left: 0, top: 0, width, height, isRightToLeft }),
    [entries, drawn?.keys, boxes, width, height, isRightToLeft],
  );

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the selection changes
  useEffect(() => {
    over.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  }, [selection]);

  const { preset } = text.session;
  const shared = useMemo(
    () => (preset ? [] : placeSides(drawn?.keys ?? [], boxes)),
    [preset, drawn?.keys, boxes],
  );
  /** What can be selected, in the order of the email. */
  const order = [
    ...shared.filter(({ side }) => side === 'header').map(({ side }) => side as string),
    ...placed.order.map(({ key }) => key),
    ...shared.filter(({ side }) => side === 'footer').map(({ side }) => side as string),
  ];
  const toPage = (x: number, y: number): [number, number] => {
    const at = frame.current?.getBoundingClientRect();
    return [(x - (at?.left ?? 0)) / scale, (y - (at?.top ?? 0)) / scale];
  };
  const line = useDropZone(over, scroller, {
    linesFor: (dragged) => dropLines(props.placesFor(dragged), placed.drawn),
    ...{ toPage, onDrop: props.onDrop },
  });
  const onEdit = (key: string, field: string | null, point: [number, number] | null = null) => {
    const isBlock = entries.some((entry) => entry.key === key);
    if (!isBlock || !begin(page(), key, field, point)) props.onEdit(key, field);
  };
  /** A press elsewhere in the email selects the block there. */
  const leaveAt = (point: readonly [number, number] | null) => {
    leave();
    const under = point && entryAt(placed.seen, ...point);
    if (under) onSelect(under.key);
  };
  const press = (event: KeyboardEvent) => {
    if (onKey(event, isRightToLeft)) return;
    const at = order.indexOf(selection ?? '');
    const to = { ArrowDown: at + 1, ArrowUp: at < 0 ? 0 : at - 1, Home: 0, End: order.length - 1 }[event.key];
    if (event.key === 'Enter' && selection !== null) onEdit(selection, null);
    else if (to !== undefined) onSelect(order[Math.max(0, Math.min(order.length - 1, to))] ?? null);
    else return;
    event.preventDefault();
  };
  const edit = useEventCallback((event: MouseEvent, key: string, number: number) => {
    const mail = page();
    if (!mail || !drawn) return;
    const point = toPage(event.clientX, event.clientY);
    onEdit(key, fieldAt(mail, `${drawn.mail.word}${number}`, ...point), point);
  });
  const select = useEventCallback(onSelect);
  const shownAs = (entry: BlockEntry) => ({
    ...{ id: `${id}-${entry.key}`, entry, isSelected: entry.key === selection, canDrag: canChange },
    isTheirs: props.theirs?.has(entry.key) ?? false,
    onSelect: select,
  });

  return (
    <div ref={scroller} className={classes['room']}>
      <div ref={room}>
        <MailSheet
          {...{ title: editor.canvas, ...sheet, width, scale, dark, isReached: writing !== null }}
          unscaled={
            writing && (
              <CanvasText
                {...{ text, writing, frame, host, over, scale }}
                filled={drawn?.filled ?? none}
                box={boxOfWriting}
                onLeave={leaveAt}
              />
            )
          }
        >
          <div
            ref={over}
            className={classes['over']}
            data-writing={writing ? true : undefined}
            role="listbox"
            aria-label={editor.canvas}
            aria-describedby={`${id}-hint`}
            aria-busy={!isLoaded}
            aria-activedescendant={selection === null ? undefined : `${id}-${selection}`}
            tabIndex={0}
            onKeyDown={press}
          >
            {preset && <DimmingOverlay seen={placed.seen} />}
            {shared.map(({ side, box }) => (
              <SharedSideOverlay
                key={side}
                {...{ id: `${id}-${side}`, side, box, isSelected: side === selection, onSelect: select }}
                onEdit={() => onEdit(side, null)}
              />
            ))}
            {placed.seen.map(({ entry, number, boxes: own }) => (
              <BlockBox key={entry.key} {...shownAs(entry)} boxes={own} number={number} onEdit={edit} />
            ))}
            {placed.strips.map(({ top, left, unseen }) => (
              <div
                key={`${left} ${top}`}
                role="presentation"
                className={classes['strips']}
                style={{ top, left }}
              >
                {unseen.map((entry) => (
                  <HiddenBlockStrip
                    key={entry.key}
                    {...shownAs(entry)}
                    why={hiddenReasonOf(entry, device)}
                    onEdit={() => onEdit(entry.key, null)}
                  />
                ))}
              </div>
            ))}
            {line && (
              <div
                className={dragging['line']}
                data-drop-line
                style={{ left: line.left, top: line.top, width: line.width }}
              />
            )}
          </div>
        </MailSheet>
      </div>
      <span id={`${id}-hint`} hidden>
        {editor.canvasHint}
      </span>
    </div>
  );
});
