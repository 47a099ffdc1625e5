/** Matches one multi-byte character of valid UTF-8, in a string with one character per byte. */
const SEQUENCE =
  /[\xc2-\xdf][\x80-\xbf]|\xe0[\xa0-\xbf][\x80-\xbf]|[\xe1-\xec\xee\xef][\x80-\xbf]{2}|\xed[\x80-\x9f][\x80-\xbf]|\xf0[\x90-\xbf][\x80-\xbf]{2}|[\xf1-\xf3][\x80-\xbf]{3}|\xf4[\x80-\x8f][\x80-\xbf]{2}/g;

/**
 * Decodes UTF-8 in a string with one character per byte. Bytes that are not valid UTF-8 remain latin1, so
 * text in either encoding, or cut within a character, remains readable.
 */
export const readUtf8Bytes = (bytes: string): string =>
  bytes.replace(SEQUENCE, (sequence) => Buffer.from(sequence, 'latin1').toString());
