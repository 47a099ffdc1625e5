import { Text } from '@mantine/core';
import { useEffect, useMemo, useRef } from 'react';
import { useMailFit } from '../../parts/mail/mail-fit.ts';
import { MailSheet } from '../../parts/mail/mail-sheet.tsx';
import { useFrame } from '../editor/canvas/use-frame.ts';
import classes from './compare.module.css';
import type { BlockChangeKind } from './compare-blocks.rules.ts';
import type { RenderedPage } from './sides.ts';

const keepNothing = () => undefined;
/** The space above a block that is scrolled into view. */
const ABOVE = 24;

export interface OutlinedBlock {
  number: number;
  how: BlockChangeKind;
  isCurrent: boolean;
}

interface MailPaneProps {
  title: string;
  page: RenderedPage;
  isNarrow: boolean;
  outlined: readonly OutlinedBlock[];
  /** The block to scroll to, by its number; `null` for the top. */
  shown: number | null;
  /** A new value each time the person chooses a difference. */
  led: unknown;
  /** Whether to show the subject and preview text too. */
  hasLines: boolean;
}

/** One of two emails with its differences outlined. No script in it runs. */
export function MailPane({ title, page, isNarrow, outlined, shown, led, hasLines }: MailPaneProps) {
  const { room, width, scale } = useMailFit(isNarrow ? 'phone' : 'desktop');
  const scroller = useRef<HTMLElement>(null);
  const { html, subject, previewText, marks } = page;
  const drawn = useMemo(
    () => marks && { mail: { ...marks, html, subject, previewText, text: '' }, keys: [], filled: {} },
    [marks, html, subject, previewText],
  );
  const { sheet, boxes, isMeasured } = useFrame({
    ...{ html, drawn, dark: false, isWithoutPictures: false, keep: keepNothing, kept: null },
  });
  const top = (boxes[shown ?? -1]?.[0]?.top ?? 0) * scale;
  // Scrolls again when images have loaded and moved the block.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each press leads there again
  useEffect(() => {
    if (isMeasured) scroller.current?.scrollTo({ top: Math.max(0, top - ABOVE) });
  }, [top, isMeasured, led]);
  return (
    <div className={classes['pane']}>
      <div className={classes['head']}>
        <Text size="sm" fw={600}>
          {title}
        </Text>
        {hasLines && (
          <div dir="auto">
            <Text size="sm">{subject}</Text>
            <Text size="xs" c="dimmed">
              {previewText}
            </Text>
          </div>
        )}
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be focusable */}
      <section ref={scroller} className={classes['room']} aria-label={title} tabIndex={0}>
        <div ref={room}>
          <MailSheet {...{ title, ...sheet, width, scale }} dark={false}>
            {outlined.flatMap(({ number, how, isCurrent }) =>
              (boxes[number] ?? []).map((box, i) => (
                <div
                  // biome-ignore lint/suspicious/noArrayIndexKey: repeated blocks have no other key
                  key={`${number} ${i}`}
                  className={classes['box']}
                  data-how={how}
                  data-current={isCurrent || undefined}
                  style={box}
                />
              )),
            )}
          </MailSheet>
        </div>
      </section>
    </div>
  );
}
