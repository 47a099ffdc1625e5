/** What an email's HTML holds, for the findings and the list of its links. */
export interface CapturedMailFacts {
  /** In order, each address once. */
  links: { href: string; text: string }[];
  emptyLinks: number;
  picturesWithoutAlt: number;
  /** Addresses elsewhere that would be fetched to show it: pictures, and those of styles. */
  remotePictures: string[];
  /** What email clients throw away: scripts, and what runs one. */
  scripts: number;
}

const FETCHES =
  'link, base, meta[http-equiv], script, iframe, frame, frameset, object, embed, portal, template';
const DOCTYPE = /^\s*<!doctype[^>]*>/i;
const REMOTE = /^\s*(https?:)?\/\//i;
const STYLE_URL = /url\(\s*['"]?((?:https?:)?\/\/[^'")\s]+)/gi;

const attributesOf = (page: Document, name: string) =>
  [...page.querySelectorAll(`[${name}]`)].map((each) => each.getAttribute(name) ?? '');

const isScripted = ({ attributes }: Element) =>
  [...attributes].some(({ name, value }) => /^on/i.test(name) || /^\s*javascript:/i.test(value));

function picturesOf(page: Document, own: string): string[] {
  const sets = attributesOf(page, 'srcset').flatMap((set) =>
    set.split(',').map((each) => each.trim().split(/\s+/)[0] ?? ''),
  );
  const styles = [
    ...attributesOf(page, 'style'),
    ...[...page.querySelectorAll('style')].map((each) => each.textContent),
  ];
  const inStyles = styles.flatMap((css) => [...css.matchAll(STYLE_URL)].map(([, url = '']) => url));
  const sources = [...page.querySelectorAll('img, input, video, image')].flatMap((each) =>
    ['src', 'poster', 'href', 'xlink:href'].flatMap((name) => each.getAttribute(name) ?? []),
  );
  const all = [...sources, ...sets, ...attributesOf(page, 'background'), ...inStyles];
  return [...new Set(all.filter((url) => REMOTE.test(url) && !url.startsWith(`${own}/`)))];
}

function linksOf(page: Document) {
  const byAddress = new Map<string, string>();
  let emptyLinks = 0;
  for (const each of page.querySelectorAll('a[href]')) {
    const href = each.getAttribute('href')?.trim() ?? '';
    if (href === '' || href === '#') emptyLinks++;
    const text = each.textContent.trim() || (each.querySelector('img')?.getAttribute('alt') ?? '');
    if (/^(https?:|mailto:|tel:)/i.test(href) && !byAddress.has(href)) byAddress.set(href, text);
  }
  return { links: [...byAddress].map(([href, text]) => ({ href, text })), emptyLinks };
}

/**
 * An email that somebody else wrote, to be looked at: what it holds, and its HTML without all that asks another server
 * as soon as it is parsed, whatever the frame's policy says of pictures (a connection made ahead, a name looked up)
 * (contract: Test inbox 7). Read as a document that is shown nowhere: nothing in it runs or is fetched. `own`: where
 * our own pictures are.
 */
export function readMail(html: string, own: string): { html: string; facts: CapturedMailFacts } {
  const page = new DOMParser().parseFromString(html, 'text/html');
  const facts: CapturedMailFacts = {
    ...linksOf(page),
    picturesWithoutAlt: page.querySelectorAll('img:not([alt])').length,
    remotePictures: picturesOf(page, own),
    scripts:
      page.querySelectorAll('script').length + [...page.querySelectorAll('*')].filter(isScripted).length,
  };
  for (const each of page.querySelectorAll(FETCHES)) each.remove();
  for (const name of ['target', 'ping', 'manifest'])
    for (const each of page.querySelectorAll(`[${name}]`)) each.removeAttribute(name);
  const [doctype = ''] = DOCTYPE.exec(html) ?? [];
  return { html: doctype + page.documentElement.outerHTML, facts };
}
