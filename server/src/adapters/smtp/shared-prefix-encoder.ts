import { hasLongerLines, isPlainText } from 'nodemailer/lib/mime-funcs';
import { encode, wrap } from 'nodemailer/lib/qp';
import { appendTrailingBlanks, MAX_SLICE_LENGTH, trimmedLength } from './quoted-printable.ts';

const LINE = 76;
const SOFT_BREAK = '=\r\n';
/** Below this, finding the shared part of two texts costs as much as encoding it. */
const LEAST_SHARED = 1024;

/** The shared prefix of all texts, and facts about it. */
interface SharedPrefix {
  text: string;
  /**
   * ASCII letters minus non-ASCII characters: if this is above zero for a whole text, the text is encoded as
   * quoted-printable.
   */
  latinSurplus: number;
  /** The encoded lines that do not depend on what follows. */
  lines: string;
  /**
   * The encoded remainder, not yet split into lines: longer than a line, so that what follows is wrapped as
   * if within a longer text.
   */
  rest: string;
}

/** Counts the same way as nodemailer. */
function latinLetterSurplus(text: string): number {
  let surplus = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if ((code >= 0x41 && code <= 0x5a) || (code >= 0x61 && code <= 0x7a)) surplus += 1;
    else if (code >= 0x80 || code <= 0x08 || code === 0x0b || code === 0x0c || (code >= 0x0e && code <= 0x1f))
      surplus -= 1;
  }
  return surplus;
}

/** Ends at a character boundary, and not in blanks, whose encoding depends on what follows them. */
function sharedBeginning(one: string, other: string): string {
  const most = Math.min(one.length, other.length);
  let length = 0;
  while (length < most && one.charCodeAt(length) === other.charCodeAt(length)) length += 1;
  const whole = one.slice(0, length).replace(/[\ud800-\udbff]$/, '');
  return whole.slice(0, trimmedLength(whole));
}

/**
 * A line break depends only on the characters of one line after its beginning, and on whether there are that
 * many.
 */
function readBeginning(text: string): SharedPrefix {
  const encoded = encode(text);
  const wrapped = wrap(encoded);
  let [end, taken] = [0, 0];
  for (let count = 0; ; count++) {
    const at = wrapped.indexOf(SOFT_BREAK, end);
    const before = at - count * SOFT_BREAK.length;
    if (at < 0 || before + LINE >= encoded.length) break;
    [end, taken] = [at + SOFT_BREAK.length, before];
  }
  return {
    text,
    latinSurplus: latinLetterSurplus(text),
    lines: wrapped.slice(0, end),
    rest: encoded.slice(taken),
  };
}

/** Whether the text cannot be sent as it is. */
const needsEncoding = (text: string) => !isPlainText(text) || hasLongerLines(text, LINE);

/**
 * Encodes texts with a shared prefix, such as those of one email for its recipients, in which a link near the
 * end differs. The shared part is encoded once; the result is the same as encoding each text separately.
 */
export class SharedPrefixEncoder {
  #first: string | null = null;
  #beginning: SharedPrefix | null = null;
  #isOff = false;

  /**
   * Encodes as quoted-printable; `null` if no shared prefix is known yet, or if the text needs another
   * encoding.
   */
  encode(content: string): string | null {
    const known = this.#beginningOf(content);
    if (!known) return null;
    const after = content.slice(known.text.length);
    if (known.latinSurplus + latinLetterSurplus(after) <= 0) return null;
    const end = trimmedLength(after);
    const lines = known.lines + wrap(known.rest + encode(after.slice(0, end)));
    return appendTrailingBlanks(lines, after.slice(end));
  }

  #beginningOf(content: string): SharedPrefix | null {
    if (this.#isOff || Buffer.byteLength(content) > MAX_SLICE_LENGTH) return null;
    if (this.#beginning && content.startsWith(this.#beginning.text)) return this.#beginning;
    const before = this.#beginning?.text ?? this.#first;
    this.#first = content;
    if (before === null) return null;
    const shared = sharedBeginning(before, content);
    this.#isOff = shared.length < LEAST_SHARED || !needsEncoding(shared);
    this.#beginning = this.#isOff ? null : readBeginning(shared);
    return this.#beginning;
  }
}
