import type { MarkedMail } from 'outstep/features/rendering/mails/draw-marked-mail.rules.ts';
import { mailPage } from '../../../parts/mail/mail-page.ts';
import { SAMPLE_PICTURE } from './block-samples.rules.ts';

/** A hill and a sun, the usual symbol for a missing image. */
const PICTURE = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 320 160"><path fill="#c9d1da" d="M0 0h320v160H0z"/><circle cx="240" cy="48" r="22" fill="#f4f6f8"/><path fill="#8d99a6" d="m0 160 90-90 60 58 50-38 120 70z"/></svg>',
)}`;

export interface BlockSample {
  content: DocumentFragment;
  style: CSSStyleSheet;
}

const outermost = (elements: readonly Element[]) =>
  elements.filter((one) => !elements.some((other) => other !== one && other.contains(one)));

/** A cell cannot be rendered without its table. */
function inTable(cell: Element): Element {
  const table = document.createElement('table');
  table.style.width = '100%';
  table.insertRow().append(cell);
  return table;
}

/**
 * Splits an email into its top-level blocks. The email contains only the app's own strings, so it is safe to
 * embed in the page.
 */
export function splitSamples(mail: MarkedMail, count: number): (BlockSample | null)[] {
  const page = new DOMParser().parseFromString(
    mailPage(mail.html, { dark: false, origin: location.origin, remotePictures: false }),
    'text/html',
  );
  const style = new CSSStyleSheet();
  style.replaceSync([...page.querySelectorAll('style')].map(({ textContent }) => textContent).join('\n'));
  for (const picture of page.images)
    if (picture.getAttribute('src') === SAMPLE_PICTURE) picture.setAttribute('src', PICTURE);
  return Array.from({ length: count }, (_, number) => {
    const marked = mail.places.flatMap((place, mark) =>
      place[0] === 'blocks' && place[1] === number
        ? [...page.getElementsByClassName(`${mail.word}${mark}`)]
        : [],
    );
    if (marked.length === 0) return null;
    const content = document.createDocumentFragment();
    for (const element of outermost(marked)) {
      const own = document.importNode(element, true);
      content.append(own.matches('td') ? inTable(own) : own);
    }
    return { content, style };
  });
}
