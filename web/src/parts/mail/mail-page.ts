/**
 * Blocks scripts and all requests except images. The server's own images are listed besides https, for
 * installations without https.
 */
const policy = ({ origin, remotePictures }: PageOptions) =>
  `default-src 'none'; img-src ${
    remotePictures ? `https: data: ${origin}` : `data: ${origin}/files/ ${origin}/mail-assets/`
  }; style-src 'unsafe-inline'`;

interface PageOptions {
  dark: boolean;
  origin: string;
  /** Whether remote images are loaded, which reveals to their servers that the email is open. */
  remotePictures: boolean;
}

/** The HTML for a frame, which starts with the content security policy. */
export type MailPage = string & { readonly policy: unique symbol };

const DARK = /\(\s*prefers-color-scheme\s*:\s*dark\s*\)/gi;
const LIGHT = /\(\s*prefers-color-scheme\s*:\s*light\s*\)/gi;
const ALWAYS = '(min-width:0)';
const NEVER = '(max-width:0)';
const STYLES = /<style\b[^>]*>[\s\S]*?<\/style>/gi;
const DOCTYPE = /^\s*<!doctype[^>]*>/i;

/**
 * Wraps an email as a page for a frame in which no script runs. Its colors follow the viewer's choice instead
 * of their device; its links do not open. Our tags come before any of the email's, so that those cannot take
 * effect first.
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
