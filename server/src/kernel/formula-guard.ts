/**
 * Spreadsheets treat a cell as a formula if it begins with one of these, in half or full width; some skip
 * leading blanks and quotes.
 */
const FORMULA = /^[\s"']*[=+\-@\uff1d\uff0b\uff0d\uff20\u2212]|^'*[\t\r\n]/;

/**
 * Makes text safe for a spreadsheet cell: an apostrophe before anything that looks like a formula makes it
 * show as text (contract: Unsubscribing and erasing 9).
 */
export const guardFormula = (text: string): string => (FORMULA.test(text) ? `'${text}` : text);

/** Restores the original text exactly, even if it began with an apostrophe itself. */
export const unguardFormula = (cell: string): string =>
  cell.startsWith("'") && FORMULA.test(cell.slice(1)) ? cell.slice(1) : cell;
