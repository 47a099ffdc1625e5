import { type Message, message } from './messages/message.ts';

/** How deep any JSON that is sent or brought may nest. */
const MAX_NESTING = 64;
/** Every value costs each place that looks at it; a megabyte of empty objects would cost half a second. */
const MAX_VALUES = 20_000;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const OPEN = new Set([0x5b, 0x7b]);
const CLOSE = new Set([0x5d, 0x7d]);

/** Why JSON text is too much to take, told from its bytes: parsing it first would be the attack. */
export function jsonLimitError(json: Uint8Array): Message | null {
  let depth = 0;
  let values = 1;
  let inText = false;
  for (let i = 0; i < json.length; i++) {
    const byte = json[i] as number;
    if (inText) {
      if (byte === BACKSLASH) i++;
      else if (byte === QUOTE) inText = false;
    } else if (byte === QUOTE) inText = true;
    else if (byte === COMMA) values++;
    else if (OPEN.has(byte)) {
      values++;
      if (++depth > MAX_NESTING) return message('nested_deeper_than', { max: MAX_NESTING });
    } else if (CLOSE.has(byte)) depth--;
  }
  return values > MAX_VALUES ? message('too_many_values', { max: MAX_VALUES }) : null;
}
