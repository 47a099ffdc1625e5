import type { PropertyPath } from '../../../kernel/fields.ts';
import { uniqueMarker } from './text-error.rules.ts';

/**
 * Marks that say which element of a compiled email comes from which block, for an editor: a class on each row, and
 * comments around each text. Taken out, they leave the email that is sent.
 */
export class BlockMarks {
  /** What every mark begins with; no text of the design holds it. */
  readonly word: string;
  /** Where the block with each number stands in the design. */
  readonly places: PropertyPath[] = [];

  constructor(everyText: string) {
    this.word = uniqueMarker('ob', everyText);
  }

  /** The mark of a block, as a class. */
  add(path: PropertyPath): string {
    return `${this.word}${this.places.push(path) - 1}`;
  }

  /** The classes of an element with the mark after them, also after none: an empty `class` stays one without it. */
  static withClass(mark: string | null, classes: string | undefined): string | undefined {
    if (mark === null) return classes;
    return classes === undefined ? mark : `${classes} ${mark}`;
  }

  /** A marked page as it is sent. */
  static takeOut({ html, word }: { html: string; word: string }): string {
    const mark = `${word}\\d+(?:-outlook)?`;
    return (
      html
        .replace(new RegExp(`<!--/?${mark}(?: [\\w.]+)?-->`, 'g'), '')
        .replace(new RegExp(` class="${mark}"|\\nclass="${mark}"(?=\\n)`, 'g'), '')
        .replace(new RegExp(`\\nclass="${mark}" `, 'g'), '\n')
        // What MJML makes for Outlook of a mark after no class.
        .replace(new RegExp(`"-outlook ${mark}"`, 'g'), '""')
        .replace(new RegExp(` ${mark}(?=")`, 'g'), '')
    );
  }

  /**
   * A text of a block between comments that name its field. Space at its ends stays outside of them: MJML takes it away
   * from what stands alone in a row, and a comment would keep it from doing so.
   */
  static around(mark: string | null, field: PropertyPath, html: string): string {
    if (mark === null) return html;
    const words = html.trim();
    const start = html.indexOf(words);
    const [before, after] = [html.slice(0, start), html.slice(start + words.length)];
    return `${before}<!--${mark} ${field.join('.')}-->${words}<!--/${mark}-->${after}`;
  }
}
