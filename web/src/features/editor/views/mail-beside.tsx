import { useElementSize } from '@mantine/hooks';
import { useEffect, useRef } from 'react';
import canvas from '../canvas/canvas.module.css';
import { useFrame } from '../canvas/use-frame.ts';
import type { DrawnMail } from '../page/drawn-mail.ts';
import classes from './views.module.css';

const WIDTH = 375;

interface MailBesideProps {
  label: string;
  html: string;
  /** With its marks, where a block of it is shown. */
  drawn?: DrawnMail | null;
  /** Number of the block that is outlined and scrolled to. */
  shown?: number | null;
  dark?: boolean;
  isWithoutPictures?: boolean;
}

const keepNothing = () => undefined;
const noBoxes: never[] = [];

/** The mail on a phone, to look at while it is changed beside it. */
export function MailBeside({ label, html, drawn = null, shown = null, ...look }: MailBesideProps) {
  const { dark = false, isWithoutPictures = false } = look;
  const { ref, width: room } = useElementSize();
  const { frame, first, onLoad, height, boxes } = useFrame({
    ...{ html, drawn, dark, isWithoutPictures },
    ...{ keep: keepNothing, kept: null },
  });
  const scale = room === 0 ? 1 : Math.min(1, room / WIDTH);
  const scroller = useRef<HTMLElement>(null);
  const outlined = (shown === null ? undefined : boxes[shown]) ?? noBoxes;
  const [box] = outlined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another block is what there is to show
  useEffect(() => {
    const { current } = scroller;
    if (!current || (shown !== null && !box)) return;
    const [top, tall] = box ? [box.top * scale, box.height * scale] : [0, 0];
    const isSeen = top >= current.scrollTop && top + tall <= current.scrollTop + current.clientHeight;
    // The line before it is seen too.
    if (!isSeen) current.scrollTop = top - current.clientHeight / 4;
  }, [shown, box === undefined, scale]);
  return (
    // Scrolled by keys too: nothing in it takes the focus.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reached
    <section ref={scroller} className={classes['beside']} aria-label={label} tabIndex={0}>
      <div ref={ref} className={classes['stage']} style={{ height: Math.max(height, 200) * scale }}>
        <div className={classes['sheet']} style={{ width: WIDTH, transform: `scale(${scale})` }}>
          <iframe
            ref={frame}
            title={label}
            // As that of the canvas: whatever a mail holds, nothing of it runs.
            sandbox="allow-same-origin"
            referrerPolicy="no-referrer"
            srcDoc={first}
            onLoad={onLoad}
            tabIndex={-1}
            className={canvas['mail']}
            style={{ width: WIDTH, height: Math.max(height, 200), colorScheme: dark ? 'dark' : 'light' }}
          />
          {outlined.map((each) => (
            <div
              key={`${each.left} ${each.top}`}
              className={classes['outlined']}
              data-outlined
              style={{ ...each }}
            />
          ))}
        </div>
      </div>
    </section>
  );
}
