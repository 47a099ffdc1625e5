import { hasLongerLines, isPlainText } from 'nodemailer/lib/mime-funcs';
import { encode, wrap } from 'nodemailer/lib/qp';
import { appendTrailingBlanks, MAX_SLICE_LENGTH, trimmedLength } from './quoted-printable.ts';

const LINE = 76;
const SOFT_BREAK = '=\r\n';
/** Below this, looking for what two texts share costs as much as encoding it. */
const LEAST_SHARED = 1024;

/** What all texts begin with, and what is known of it. */
interface SharedPrefix {
  text: string;
  /** Letters, less what is no ASCII: if that is above zero in a whole text, it is encoded as quoted-printable. */
  latinSurplus: number;
  /** Encoded, as many lines as are the same whatever follows. */
  lines: string;
  /** Encoded, but in no lines yet: longer than a line, so that what follows is wrapped as within a longer text. */
  rest: string;
}

/** Counted as nodemailer does. */
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

/** It ends where a character does, and not in blanks, which are encoded by what follows them. */
function sharedBeginning(one: string, other: string): string {
  const most = Math.min(one.length, other.length);
  let length = 0;
  while (length < most && one.charCodeAt(length) === other.charCodeAt(length)) length += 1;
  const whole = one.slice(0, length).replace(/[\ud800-\udbff]$/, '');
  return whole.slice(0, trimmedLength(whole));
}

/**
 * Where a line is broken depends on the characters of one line after its beginning, and on whether there are so many.
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

/** Otherwise it may be sent as it is. */
const needsEncoding = (text: string) => !isPlainText(text) || hasLongerLines(text, LINE);

/**
 * Encodes texts that begin alike, such as those of one email for its recipients, in which a link near the end
 * differs. What they share is encoded once; the result is that of encoding each by itself.
 */
export class SharedPrefixEncoder {
  #first: string | null = null;
  #beginning: SharedPrefix | null = null;
  #isOff = false;

  /** In quoted-printable; `null` if nothing is known of how it begins, or it is not what it would be encoded in. */
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
