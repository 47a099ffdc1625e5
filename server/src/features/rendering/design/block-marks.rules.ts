import type { PropertyPath } from '../../../kernel/fields.ts';
import { uniqueMarker } from './text-error.rules.ts';

/**
 * Marks that map the elements of a compiled email to blocks, for an editor: a class on each row, and comments
 * around each text. Without them, the HTML is the email that is sent.
 */
export class BlockMarks {
  /** The prefix of every mark; it occurs in no text of the design. */
  readonly word: string;
  /** The path of each block in the design, by number. */
  readonly places: PropertyPath[] = [];

  constructor(everyText: string) {
    this.word = uniqueMarker('ob', everyText);
  }

  /** The mark of a block, as a class. */
  add(path: PropertyPath): string {
    return `${this.word}${this.places.push(path) - 1}`;
  }

  /**
   * Appends the mark to the classes of an element, even to an empty `class`, which is empty again without it.
   */
  static withClass(mark: string | null, classes: string | undefined): string | undefined {
    if (mark === null) return classes;
    return classes === undefined ? mark : `${classes} ${mark}`;
  }

  /** Removes the marks from a page. */
  static takeOut({ html, word }: { html: string; word: string }): string {
    const mark = `${word}\\d+(?:-outlook)?`;
    return (
      html
        .replace(new RegExp(`<!--/?${mark}(?: [\\w.]+)?-->`, 'g'), '')
        .replace(new RegExp(` class="${mark}"|\\nclass="${mark}"(?=\\n)`, 'g'), '')
        .replace(new RegExp(`\\nclass="${mark}" `, 'g'), '\n')
        // What MJML generates for Outlook if the mark is the only class.
        .replace(new RegExp(`"-outlook ${mark}"`, 'g'), '""')
        .replace(new RegExp(` ${mark}(?=")`, 'g'), '')
    );
  }

  /**
   * Puts comments that name the field around a block's text. Leading and trailing space is kept outside: MJML
   * removes it if the text is alone in a row, and a comment would prevent that.
   */
  static around(mark: string | null, field: PropertyPath, html: string): string {
    if (mark === null) return html;
    const words = html.trim();
    const start = html.indexOf(words);
    const [before, after] = [html.slice(0, start), html.slice(start + words.length)];
    return `${before}<!--${mark} ${field.join('.')}-->${words}<!--/${mark}-->${after}`;
  }
}
