import { encode, wrap } from 'nodemailer/lib/qp';

/** Above this, nodemailer's stream begins a new line where a slice ends. */
export const MOST_AT_ONCE = 64 * 1024;

/** Where the blanks at the very end begin. A pattern would look for them from every blank of the text. */
function endWithoutBlanks(content: string): number {
  let end = content.length;
  while (content[end - 1] === ' ' || content[end - 1] === '\t') end -= 1;
  return end;
}

/** As nodemailer's stream writes a text that it is given at once: blanks at its very end are added to what is wrapped. */
export function encodeQuotedPrintable(content: string): string {
  const end = endWithoutBlanks(content);
  const wrapped = wrap(encode(content.slice(0, end)));
  if (end === content.length) return wrapped;
  const lastLine = wrapped.lastIndexOf('\n') + 1;
  return wrapped.slice(0, lastLine) + wrap(wrapped.slice(lastLine) + encode(content.slice(end)));
}
