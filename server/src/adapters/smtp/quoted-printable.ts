import { encode, wrap } from 'nodemailer/lib/qp';

/** Above this, nodemailer's stream begins a new line where a slice ends. */
export const MAX_SLICE_LENGTH = 64 * 1024;

/** Where the blanks at the very end begin. A pattern would look for them from every blank of the text. */
export function trimmedLength(text: string): number {
  let end = text.length;
  while (text[end - 1] === ' ' || text[end - 1] === '\t') end -= 1;
  return end;
}

/** Blanks at the very end of a text are added to its last line once the others are wrapped. */
export function appendTrailingBlanks(wrapped: string, blanks: string): string {
  if (blanks === '') return wrapped;
  const lastLine = wrapped.lastIndexOf('\n') + 1;
  return wrapped.slice(0, lastLine) + wrap(wrapped.slice(lastLine) + encode(blanks));
}

/** As nodemailer's stream writes a text that it is given at once. */
export function encodeQuotedPrintable(content: string): string {
  const end = trimmedLength(content);
  return appendTrailingBlanks(wrap(encode(content.slice(0, end))), content.slice(end));
}
