/** Nothing runs and nothing is fetched but pictures; the server's own stand beside https for those who try it at home. */
const policy = (origin: string) =>
  `default-src 'none'; img-src https: data: ${origin}; style-src 'unsafe-inline'`;

const DARK = /\(\s*prefers-color-scheme\s*:\s*dark\s*\)/gi;
const LIGHT = /\(\s*prefers-color-scheme\s*:\s*light\s*\)/gi;
const ALWAYS = '(min-width:0)';
const NEVER = '(max-width:0)';
const STYLES = /<style\b[^>]*>[\s\S]*?<\/style>/gi;
const DOCTYPE = /^\s*<!doctype[^>]*>/i;

/**
 * A mail as a page for a frame in which nothing runs. Its colours follow the choice of whoever looks, not their device;
 * its links open nothing. Our tags come before the mail's first, so no mail can come before them.
 */
export function mailPage(html: string, { dark, origin }: { dark: boolean; origin: string }): string {
  const head = `<meta http-equiv="Content-Security-Policy" content="${policy(origin)}"><base target="_blank">`;
  const coloured = html.replace(STYLES, (css) =>
    css.replace(DARK, dark ? ALWAYS : NEVER).replace(LIGHT, dark ? NEVER : ALWAYS),
  );
  const doctype = DOCTYPE.exec(coloured)?.[0] ?? '';
  return `${doctype || '<!doctype html>'}${head}${coloured.slice(doctype.length)}`;
}
