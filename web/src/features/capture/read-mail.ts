/** Facts about an email's HTML, for the findings and the list of its links. */
export interface CapturedMailFacts {
  /** In order, each address once. */
  links: { href: string; text: string }[];
  emptyLinks: number;
  picturesWithoutAlt: number;
  /** Remote URLs that displaying the email would fetch: images, and those in styles. */
  remotePictures: string[];
  /** Number of scripts and elements that run one, all of which email clients remove. */
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
 * Prepares an email from an unknown author for display: its facts, and its HTML without anything that
 * contacts another server during parsing regardless of the frame's image policy (preconnects, DNS prefetches)
 * (contract: Test inbox 7). It is parsed as a detached document, in which no script runs and no resource is
 * fetched. `own`: the origin of our own images.
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
