import type { MarkedMail } from '../../../../../server/src/features/rendering/mails/draw-marked-mail.rules.ts';

/** A mail as it was drawn here, with its marks. */
export interface DrawnMail {
  mail: MarkedMail;
  /** By the number of a mark: the key of the block, or the side that a shared block belongs to. */
  keys: readonly string[];
  /** What comes of Liquid with filters, by its text. */
  filled: Readonly<Record<string, string>>;
}

/** What a mail says besides its page, whoever drew it. */
export type MailWords = Pick<MarkedMail, 'subject' | 'previewText' | 'text'>;
