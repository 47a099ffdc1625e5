import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { type MailPage, mailPage } from '../../../parts/mail/mail-page.ts';
import { useLatest } from '../../../parts/use-latest.ts';
import { useSteady } from '../../../parts/use-steady.ts';
import { type Box, sameBoxes } from '../dragging/box.rules.ts';
import { measureBlocks } from '../page/boxes.ts';
import type { DrawnMail } from '../page/drawn-mail.ts';
import { morph } from './morph.ts';
import { takeOutPictures } from './without-pictures.ts';

interface FrameProps {
  /** The page that is shown, with marks where it was drawn here. */
  html: string;
  drawn: DrawnMail | null;
  dark: boolean;
  isWithoutPictures: boolean;
  /** Puts what somebody is writing into the page that is about to be shown. */
  keep(next: Document): void;
  /** Which text that is: when it is left, its place is drawn again. */
  kept: string | null;
}

const LEAST = 200;
const pageOf = (html: string, dark: boolean): MailPage =>
  mailPage(html, { dark, origin: location.origin, remotePictures: true });

/** Everything that a frame shows, its size and where its blocks are. */
export function useFrame({ html, drawn, dark, isWithoutPictures, keep, kept }: FrameProps) {
  const keeping = useLatest(keep);
  const frame = useRef<HTMLIFrameElement>(null);
  const [first] = useState(() => pageOf(html, dark));
  const [isLoaded, setLoaded] = useState(false);
  const [height, setHeight] = useState(0);
  const [boxes, setBoxes] = useState<Box[][]>([]);
  const [isRightToLeft, setRightToLeft] = useState(false);
  const page = () => frame.current?.contentDocument ?? null;

  const measure = useSteady(() => {
    const shown = frame.current?.contentDocument;
    if (!shown?.body) return;
    setHeight(Math.ceil(shown.documentElement.getBoundingClientRect().height));
    setRightToLeft(shown.documentElement.dir === 'rtl');
    const now = drawn ? measureBlocks(shown, drawn.mail) : [];
    setBoxes((before) =>
      before.length === now.length && before.every((boxes, i) => sameBoxes(boxes, now[i] ?? []))
        ? before
        : now,
    );
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: what was kept is drawn when it no longer is
  useLayoutEffect(() => {
    const shown = frame.current?.contentDocument;
    if (!isLoaded || !shown) return;
    const next = new DOMParser().parseFromString(pageOf(html, dark), 'text/html');
    if (isWithoutPictures) takeOutPictures(next);
    keeping.current(next);
    morph(shown.documentElement, next.documentElement);
    measure();
  }, [isLoaded, html, drawn, dark, isWithoutPictures, measure, kept]);

  useEffect(() => {
    const body = frame.current?.contentDocument?.body;
    if (!isLoaded || !body) return;
    const observer = new ResizeObserver(measure);
    observer.observe(body);
    return () => observer.disconnect();
  }, [isLoaded, measure]);

  const onLoad = () => setLoaded(true);
  return {
    /** What the sheet of the mail is given. */
    sheet: { frame, page: first, onLoad, height: Math.max(height, LEAST) },
    page,
    isLoaded,
    isMeasured: height > 0,
    boxes,
    isRightToLeft,
  };
}
