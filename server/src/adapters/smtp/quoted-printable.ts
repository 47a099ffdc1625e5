import { encode, wrap } from 'nodemailer/lib/qp';

/** Above this size, nodemailer's stream begins a new line at the end of a chunk. */
export const MAX_SLICE_LENGTH = 64 * 1024;

/** The length without trailing blanks. A regular expression would start over at every blank of the text. */
export function trimmedLength(text: string): number {
  let end = text.length;
  while (text[end - 1] === ' ' || text[end - 1] === '\t') end -= 1;
  return end;
}

/** Blanks at the very end of a text are added to its last line after the other lines are wrapped. */
export function appendTrailingBlanks(wrapped: string, blanks: string): string {
  if (blanks === '') return wrapped;
  const lastLine = wrapped.lastIndexOf('\n') + 1;
  return wrapped.slice(0, lastLine) + wrap(wrapped.slice(lastLine) + encode(blanks));
}

/** Encodes like nodemailer's stream does if it gets the whole text at once. */
export function encodeQuotedPrintable(content: string): string {
  const end = trimmedLength(content);
  return appendTrailingBlanks(wrap(encode(content.slice(0, end))), content.slice(end));
}
