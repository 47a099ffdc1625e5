import { escapeHtml } from '../../../kernel/escaping.ts';
import type { RenderJob } from '../../../kernel/ports.ts';

/** Footer text as HTML. */
export const footerTextToHtml = (text: string) => escapeHtml(text.trim()).replace(/\r?\n/g, '<br>');

/** The rendered footer of an email: plain text in which the link may still be a placeholder. */
export interface MailFooter {
  sentence: string;
  linkLabel: string;
  companyDetails: string;
}

/** One form of a rendered email, with placeholders for the values of each recipient. */
export interface StarterTexts {
  subject: string;
  previewText: string;
  html: string;
  text: string;
  footer: MailFooter | null;
}

export interface DownloadLink {
  filename: string;
  url: string;
}

/** Values for one recipient. */
export interface RecipientValues {
  footer: MailFooter | null;
  /** For marketing email. */
  unsubscribeUrl: string;
  /** Files that are linked instead of attached. */
  downloads: readonly DownloadLink[];
}

const anchor = (url: string, label: string) =>
  `<a href="${escapeHtml(url)}" style="color:inherit">${escapeHtml(label)}</a>`;

export const downloadsAsHtml = (downloads: readonly DownloadLink[]) =>
  downloads.map(({ filename, url }) => anchor(url, filename)).join('<br>');
export const downloadsAsText = (downloads: readonly DownloadLink[]) =>
  downloads.map(({ filename, url }) => `${filename}: ${url}`).join('\n');

/**
 * Words that stand for the values of one recipient, so that an email is rendered once for all of them. They
 * contain `secret`, so no text of the email can contain them by accident or on purpose.
 */
export class Placeholders {
  /** Stands for the recipient's own unsubscribe URL. */
  readonly url: string;
  readonly #link: string;
  readonly #footer: string;

  constructor(secret: string) {
    // A URL, because filters and sanitizing expect one.
    this.url = `https://unsubscribe.invalid/${secret}`;
    this.#link = `unsubscribelink${secret}`;
    this.#footer = `mailfooter${secret}`;
  }

  /** In transactional email both unsubscribe names are empty (contract: Sending 5). */
  values(isMarketing: boolean, hasFooter: boolean): NonNullable<RenderJob['placeholders']> {
    const same = (text: string) => ({ html: text, text });
    return {
      unsubscribe_url: same(isMarketing ? this.url : ''),
      unsubscribe_link: same(isMarketing ? this.#link : ''),
      ...(hasFooter && { mail_footer: same(this.#footer) }),
    };
  }

  fillHtml(rendered: string, { footer, unsubscribeUrl: url, downloads }: RecipientValues): string {
    const parts = [
      downloadsAsHtml(downloads),
      footerTextToHtml(footer?.sentence ?? ''),
      footerTextToHtml(footer?.companyDetails ?? ''),
    ].filter((part) => part !== '');
    const whole = rendered.replaceAll(this.#footer, () => parts.join('<br><br>'));
    return this.#fillLinks(whole, anchor(url, footer?.linkLabel ?? ''), escapeHtml(url), url);
  }

  fillText(rendered: string, { footer, unsubscribeUrl: url, downloads }: RecipientValues): string {
    const parts = [downloadsAsText(downloads), footer?.sentence ?? '', footer?.companyDetails ?? '']
      .map((part) => part.trim())
      .filter((part) => part !== '');
    const whole = rendered.replaceAll(this.#footer, () => parts.join('\n\n'));
    return this.#fillLinks(whole, `${footer?.linkLabel ?? ''}: ${url}`, url, url);
  }

  #fillLinks(text: string, link: string, urlText: string, url: string): string {
    return text
      .replaceAll(this.#link, () => link)
      .replaceAll(this.url, () => urlText)
      .replaceAll(encodeURIComponent(this.url), () => encodeURIComponent(url));
  }
}
