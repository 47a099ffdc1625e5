/** Every form in which a text could be stored without being recognizable. */

const base64Alphabets = ['base64', 'base64url'] as const;

/** Base64 of a text within a longer one: the characters depend on where in a group of three it starts. */
function base64Forms(text: string): string[] {
  return base64Alphabets.flatMap((alphabet) =>
    [0, 1, 2].map((shift) => {
      const bytes = Buffer.concat([Buffer.alloc(shift), Buffer.from(text)]);
      const whole = bytes.subarray(0, bytes.length - (bytes.length % 3)).toString(alphabet);
      // The first group also contains what comes before.
      return shift === 0 ? whole : whole.slice(4);
    }),
  );
}

const hexOf = (text: string, form: BufferEncoding = 'utf8') => Buffer.from(text, form).toString('hex');

/** The text itself and in every encoding in which a log, a dump or an answer could contain it. */
export function encodingsOf(text: string): string[] {
  const bytes = hexOf(text).match(/../g) ?? [];
  const units = [...text].map((sign) => sign.charCodeAt(0).toString(16).padStart(4, '0'));
  const forms = [
    text,
    encodeURIComponent(text),
    JSON.stringify(text).slice(1, -1),
    JSON.stringify(JSON.stringify(text)).slice(3, -3),
    bytes.join(''),
    bytes.join(' '),
    bytes.map((byte) => `%${byte}`).join(''),
    bytes.map((byte) => `\\x${byte}`).join(''),
    units.map((unit) => `\\u${unit}`).join(''),
    hexOf(text, 'utf16le'),
    [...text].reverse().join(''),
    ...base64Forms(text),
  ];
  return [
    ...new Set([
      ...forms,
      ...forms.map((form) => form.toLowerCase()),
      ...forms.map((form) => form.toUpperCase()),
    ]),
  ];
}

export interface Needle {
  what: string;
  text: string;
}

/** The needles found in the hay, by name and form, with the text around them. */
export function findNeedles(needles: readonly Needle[], hay: string): string[] {
  return needles.flatMap(({ what, text }) =>
    encodingsOf(text).flatMap((form) => {
      const at = hay.indexOf(form);
      return at < 0 ? [] : [`${what}: …${hay.slice(Math.max(0, at - 60), at + form.length + 20)}…`];
    }),
  );
}
