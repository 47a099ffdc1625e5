/** One character of several bytes in valid UTF-8, in a text that has one character a byte. */
const SEQUENCE =
  /[\xc2-\xdf][\x80-\xbf]|\xe0[\xa0-\xbf][\x80-\xbf]|[\xe1-\xec\xee\xef][\x80-\xbf]{2}|\xed[\x80-\x9f][\x80-\xbf]|\xf0[\x90-\xbf][\x80-\xbf]{2}|[\xf1-\xf3][\x80-\xbf]{3}|\xf4[\x80-\x8f][\x80-\xbf]{2}/g;

/**
 * Reads UTF-8 in a text that has one character a byte. Bytes that are not UTF-8 stay what they are in latin1, so
 * a text in either, or cut within a character, keeps its words.
 */
export const readUtf8Bytes = (bytes: string): string =>
  bytes.replace(SEQUENCE, (sequence) => Buffer.from(sequence, 'latin1').toString());
