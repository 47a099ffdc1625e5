import type { MarkedMail } from 'outstep/features/rendering/mails/draw-marked-mail.rules.ts';

/** An email drawn in the browser, with its marks. */
export interface DrawnMail {
  mail: MarkedMail;
  /** By mark number: the key of the block, or the side for a block of a shared header or footer. */
  keys: readonly string[];
  /** The rendered value of Liquid with filters, by its code. */
  filled: Readonly<Record<string, string>>;
}

/** The texts of an email besides its page. */
export type EmailTexts = Pick<MarkedMail, 'subject' | 'previewText' | 'text'>;
