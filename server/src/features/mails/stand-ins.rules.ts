import type { RenderJob } from '../../kernel/ports.ts';

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => entities[sign] as string);
const inLines = (text: string) => escaped(text.trim()).replace(/\r?\n/g, '<br>');

/** What a mail ends with, as it was rendered: plain text, in which the link may still be a stand-in. */
export interface Footer {
  sentence: string;
  linkLabel: string;
  companyDetails: string;
}

/**
 * Stands in for what belongs to one recipient while a mail is rendered, so that it is rendered once for all of them.
 * `secret` makes the words such that no text of the mail can contain them by accident or on purpose.
 */
export class StandIns {
  readonly #url: string;
  readonly #link: string;
  readonly #footer: string;

  constructor(secret: string) {
    // An address, because that is what filters and clean-up expect to see.
    this.#url = `https://unsubscribe.invalid/${secret}`;
    this.#link = `unsubscribelink${secret}`;
    this.#footer = `mailfooter${secret}`;
  }

  get placeholders(): NonNullable<RenderJob['placeholders']> {
    const same = (text: string) => ({ html: text, text });
    return {
      unsubscribe_url: same(this.#url),
      unsubscribe_link: same(this.#link),
      mail_footer: same(this.#footer),
    };
  }

  html(rendered: string, footer: Footer, url: string): string {
    const parts = [footer.sentence, footer.companyDetails].map(inLines).filter((part) => part !== '');
    const link = `<a href="${escaped(url)}" style="color:inherit">${escaped(footer.linkLabel)}</a>`;
    return this.#filled(
      rendered.replaceAll(this.#footer, () => parts.join('<br><br>')),
      link,
      escaped(url),
    );
  }

  text(rendered: string, footer: Footer, url: string): string {
    const parts = [footer.sentence, footer.companyDetails].map((part) => part.trim()).filter(Boolean);
    const whole = rendered.replaceAll(this.#footer, () => parts.join('\n\n'));
    return this.#filled(whole, `${footer.linkLabel}: ${url}`, url);
  }

  #filled(text: string, link: string, url: string): string {
    return text
      .replaceAll(this.#link, () => link)
      .replaceAll(this.#url, () => url)
      .replaceAll(encodeURIComponent(this.#url), () => encodeURIComponent(url));
  }
}

/** In transactional mail both placeholders are empty, and nothing is put at its end. */
export const emptyPlaceholders: NonNullable<RenderJob['placeholders']> = {
  unsubscribe_url: { html: '', text: '' },
  unsubscribe_link: { html: '', text: '' },
};
