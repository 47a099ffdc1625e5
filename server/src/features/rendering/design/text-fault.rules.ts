/** Why a text cannot be used where it stands. */
export class TextFault extends Error {}

/** A word of letters and digits that no text holds. */
export function freeWord(beginning: string, everyText: string): string {
  let number = 0;
  while (everyText.includes(`${beginning}${number}x`)) number++;
  return `${beginning}${number}x`;
}
