/**
 * Nothing runs and nothing is fetched but pictures; the server's own stand beside https for those who try it at home.
 */
const policy = ({ origin, remotePictures }: PageOptions) =>
  `default-src 'none'; img-src ${
    remotePictures ? `https: data: ${origin}` : `data: ${origin}/files/ ${origin}/mail-assets/`
  }; style-src 'unsafe-inline'`;

interface PageOptions {
  dark: boolean;
  origin: string;
  /** Whether remote images are loaded, which tells their servers that the email is open. */
  remotePictures: boolean;
}

/** What a frame may show: it begins with the policy. */
export type MailPage = string & { readonly policy: unique symbol };

const DARK = /\(\s*prefers-color-scheme\s*:\s*dark\s*\)/gi;
const LIGHT = /\(\s*prefers-color-scheme\s*:\s*light\s*\)/gi;
const ALWAYS = '(min-width:0)';
const NEVER = '(max-width:0)';
const STYLES = /<style\b[^>]*>[\s\S]*?<\/style>/gi;
const DOCTYPE = /^\s*<!doctype[^>]*>/i;

/**
 * An email as a page for a frame in which nothing runs. Its colors follow the choice of whoever looks, not their
 * device; its links open nothing. Our tags come before the email's first, so no email can come before them.
 */
export function mailPage(html: string, options: PageOptions): MailPage {
  const { dark } = options;
  const head = `<meta http-equiv="Content-Security-Policy" content="${policy(options)}"><base target="_blank">`;
  const colored = html.replace(STYLES, (css) =>
    css.replace(DARK, dark ? ALWAYS : NEVER).replace(LIGHT, dark ? NEVER : ALWAYS),
  );
  const doctype = DOCTYPE.exec(colored)?.[0] ?? '';
  return `${doctype || '<!doctype html>'}${head}${colored.slice(doctype.length)}` as MailPage;
}
