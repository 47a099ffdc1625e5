import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { type MailPage, mailPage } from '../../../parts/mail/mail-page.ts';
import { useEventCallback, useLatest } from '../../../parts/use-event-callback.ts';
import { type Box, sameBoxes } from '../dragging/box.rules.ts';
import { measureBlocks } from '../page/boxes.ts';
import type { DrawnMail } from '../page/drawn-mail.ts';

/**
 * Shows an email as clients do that block images: alternative texts in their place, or empty frames without
 * one.
 */
function removePictures(page: Document): void {
  for (const picture of page.images) {
    picture.removeAttribute('src');
    picture.removeAttribute('srcset');
    picture.style.outline = '1px dashed #8a8f98';
    picture.style.outlineOffset = '-1px';
  }
  for (const element of page.querySelectorAll<HTMLElement>('[background]'))
    element.removeAttribute('background');
  for (const element of page.querySelectorAll<HTMLElement>('[style*="url("]')) {
    element.style.backgroundImage = 'none';
  }
}

function morphAttributes(old: Element, next: Element) {
  for (const { name } of [...old.attributes]) if (!next.hasAttribute(name)) old.removeAttribute(name);
  for (const { name, value } of [...next.attributes])
    if (old.getAttribute(name) !== value) old.setAttribute(name, value);
}

function morphNode(old: ChildNode, next: ChildNode) {
  if (old.nodeType !== next.nodeType || old.nodeName !== next.nodeName)
    old.replaceWith((old.ownerDocument as Document).importNode(next, true));
  else if (old.nodeType === Node.ELEMENT_NODE) morph(old as Element, next as Element);
  else if (old.nodeValue !== next.nodeValue) old.nodeValue = next.nodeValue;
}

/**
 * Makes one element equal to another without touching what is already equal, so that nothing flickers or
 * scrolls.
 */
function morph(old: Element, next: Element): void {
  morphAttributes(old, next);
  const before = [...old.childNodes];
  const after = [...next.childNodes];
  let start = 0;
  const isEqual = (i: number, j: number) => before[i]?.isEqualNode(after[j] ?? null) ?? false;
  while (start < before.length && start < after.length && isEqual(start, start)) start++;
  let same = 0;
  const room = Math.min(before.length, after.length) - start;
  while (same < room && isEqual(before.length - 1 - same, after.length - 1 - same)) same++;
  const left = before.slice(start, before.length - same);
  const wanted = after.slice(start, after.length - same);
  const end = before[before.length - same] ?? null;
  for (const [i, node] of left.entries()) {
    const into = wanted[i];
    if (into) morphNode(node, into);
    else node.remove();
  }
  for (const node of wanted.slice(left.length))
    old.insertBefore((old.ownerDocument as Document).importNode(node, true), end);
}

interface FrameProps {
  /** The page to show, with marks if it was drawn here. */
  html: string;
  drawn: DrawnMail | null;
  dark: boolean;
  isWithoutPictures: boolean;
  /** Copies the field that is being edited into the page that is about to be shown. */
  keep(next: Document): void;
  /** Identifies that field; when editing ends, its place is drawn again. */
  kept: string | null;
}

const LEAST = 200;
const pageOf = (html: string, dark: boolean): MailPage =>
  mailPage(html, { dark, origin: location.origin, remotePictures: true });

/** The state of a frame: its page, its size and the positions of its blocks. */
export function useFrame({ html, drawn, dark, isWithoutPictures, keep, kept }: FrameProps) {
  const keeping = useLatest(keep);
  const frame = useRef<HTMLIFrameElement>(null);
  const [first] = useState(() => pageOf(html, dark));
  const [isLoaded, setLoaded] = useState(false);
  const [height, setHeight] = useState(0);
  const [boxes, setBoxes] = useState<Box[][]>([]);
  const [isRightToLeft, setRightToLeft] = useState(false);
  const page = () => frame.current?.contentDocument ?? null;

  const measure = useEventCallback(() => {
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

  // biome-ignore lint/correctness/useExhaustiveDependencies: redraws once the field is no longer kept
  useLayoutEffect(() => {
    const shown = frame.current?.contentDocument;
    if (!isLoaded || !shown) return;
    const next = new DOMParser().parseFromString(pageOf(html, dark), 'text/html');
    if (isWithoutPictures) removePictures(next);
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
    /** Props for the email's sheet. */
    sheet: { frame, page: first, onLoad, height: Math.max(height, LEAST) },
    page,
    isLoaded,
    isMeasured: height > 0,
    boxes,
    isRightToLeft,
  };
}
