/**
 * Spreadsheets run a cell as a formula if it begins with one of these, in half or full width; some skip blanks and quotes
 * before it.
 */
const FORMULA = /^[\s"']*[=+\-@\uff1d\uff0b\uff0d\uff20\u2212]|^'*[\t\r\n]/;

/**
 * Text for a cell of a spreadsheet, which shows it instead of running it: an apostrophe before what looks like a formula
 * (contract: Unsubscribing and erasing 9).
 */
export const guardFormula = (text: string): string => (FORMULA.test(text) ? `'${text}` : text);

/** The text that was guarded: every text is the same afterwards, also one that began with an apostrophe of its own. */
export const unguardFormula = (cell: string): string =>
  cell.startsWith("'") && FORMULA.test(cell.slice(1)) ? cell.slice(1) : cell;
