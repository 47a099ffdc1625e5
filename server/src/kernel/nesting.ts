/** How deep any JSON that is sent or brought may nest. */
const MAX_NESTING = 64;
export const TOO_DEEP = `nested deeper than ${MAX_NESTING} levels`;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN = new Set([0x5b, 0x7b]);
const CLOSE = new Set([0x5d, 0x7d]);

/** Whether JSON text nests too deep, told from its bytes: parsing it first would be the attack. */
export function nestsTooDeep(json: Uint8Array): boolean {
  let depth = 0;
  let inText = false;
  for (let i = 0; i < json.length; i++) {
    const byte = json[i] as number;
    if (inText) {
      if (byte === BACKSLASH) i++;
      else if (byte === QUOTE) inText = false;
    } else if (byte === QUOTE) inText = true;
    else if (OPEN.has(byte)) {
      if (++depth > MAX_NESTING) return true;
    } else if (CLOSE.has(byte)) depth--;
  }
  return false;
}
