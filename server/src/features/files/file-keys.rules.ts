/** The table checks the same. */
const KEY = /f_[0-9a-z]{26}(?:\.[a-z0-9]{1,5})?/g;

/** Every key of a file that occurs in a text, be it as one or within an address. */
export const fileKeysIn = (text: string): string[] => [...new Set(text.match(KEY) ?? [])];

/** Where anyone may load a file, if it is a picture. */
export const publicFileUrl = (baseUrl: string, storeId: string, key: string) =>
  `${baseUrl}/files/${storeId}/${key}`;
