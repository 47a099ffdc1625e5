import type { MarkedMail } from 'outstep/features/rendering/mails/draw-marked-mail.rules.ts';

/** An email as it was drawn here, with its marks. */
export interface DrawnMail {
  mail: MarkedMail;
  /** By the number of a mark: the key of the block, or the side that a shared block belongs to. */
  keys: readonly string[];
  /** What comes of Liquid with filters, by its text. */
  filled: Readonly<Record<string, string>>;
}

/** The subject and preview of an email beside its page. */
export type EmailTexts = Pick<MarkedMail, 'subject' | 'previewText' | 'text'>;
