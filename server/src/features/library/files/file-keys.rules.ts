/** The table has the same check. */
const PATTERN = 'f_[0-9a-z]{26}(?:\\.[a-z0-9]{1,5})?';
const ANYWHERE = new RegExp(PATTERN, 'g');
const WHOLE = new RegExp(`^${PATTERN}$`);

const NEXT = new RegExp(`${PATTERN}(?![0-9A-Za-z_-])`, 'y');

/** Each character encodes five bits. */
const SIGNS = '0123456789abcdefghjkmnpqrstvwxyz';

/** How many random bytes a key is made from. */
export const KEY_BYTES = 26;

/** A key that cannot be guessed: it alone protects the public URL of an image. */
export const fileKeyOf = (random: Uint8Array, extension: string) =>
  `f_${Array.from(random, (byte) => SIGNS[byte % SIGNS.length]).join('')}${extension && `.${extension}`}`;

export const isFileKey = (text: string) => WHOLE.test(text);

/** Every file key in a text, on its own or within a URL. */
export const fileKeysIn = (text: string): string[] => [...new Set(text.match(ANYWHERE) ?? [])];

/** The URL from which anyone may load a file, if it is an image. */
export const publicFileUrl = (baseUrl: string, storeId: string, key: string) =>
  `${baseUrl}/files/${storeId}/${key}`;

/** The keys of all files of the store whose public URLs occur in a text. */
export function publicFilesIn(text: string, baseUrl: string, storeId: string): string[] {
  const before = publicFileUrl(baseUrl, storeId, '');
  const keys = new Set<string>();
  for (let at = text.indexOf(before); at >= 0; at = text.indexOf(before, at + before.length)) {
    NEXT.lastIndex = at + before.length;
    const key = NEXT.exec(text)?.[0];
    if (key !== undefined) keys.add(key);
  }
  return [...keys];
}
