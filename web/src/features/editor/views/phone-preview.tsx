import { useEffect, useRef } from 'react';
import { useMailFit } from '../../../parts/mail/mail-fit.ts';
import { MailSheet } from '../../../parts/mail/mail-sheet.tsx';
import { useFrame } from '../canvas/use-frame.ts';
import type { DrawnMail } from '../page/drawn-mail.ts';
import classes from './views.module.css';

interface PhonePreviewProps {
  label: string;
  html: string;
  /** With its marks, if one of its blocks is to be shown. */
  drawn?: DrawnMail | null;
  /** Number of the block that is outlined and scrolled to. */
  shown?: number | null;
  dark?: boolean;
  isWithoutPictures?: boolean;
}

const keepNothing = () => undefined;
const noBoxes: never[] = [];

/** A phone view of the email, kept up to date while it is edited beside it. */
export function PhonePreview({ label, html, drawn = null, shown = null, ...look }: PhonePreviewProps) {
  const { dark = false, isWithoutPictures = false } = look;
  const { room, width, scale } = useMailFit('phone');
  const { sheet, boxes } = useFrame({
    ...{ html, drawn, dark, isWithoutPictures },
    ...{ keep: keepNothing, kept: null },
  });
  const scroller = useRef<HTMLElement>(null);
  const outlined = (shown === null ? undefined : boxes[shown]) ?? noBoxes;
  const [box] = outlined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the block changes
  useEffect(() => {
    const { current } = scroller;
    if (!current || (shown !== null && !box)) return;
    const [top, tall] = box ? [box.top * scale, box.height * scale] : [0, 0];
    const isSeen = top >= current.scrollTop && top + tall <= current.scrollTop + current.clientHeight;
    // Leaves some of the preceding content visible.
    if (!isSeen) current.scrollTop = top - current.clientHeight / 4;
  }, [shown, box === undefined, scale]);
  return (
    // No element in it takes focus, so it must be scrollable by keyboard.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be focusable
    <section ref={scroller} className={classes['beside']} aria-label={label} tabIndex={0}>
      <div ref={room}>
        <MailSheet {...{ title: label, ...sheet, width, scale, dark }}>
          {outlined.map((each) => (
            <div
              key={`${each.left} ${each.top}`}
              className={classes['outlined']}
              data-outlined
              style={{ ...each }}
            />
          ))}
        </MailSheet>
      </div>
    </section>
  );
}
