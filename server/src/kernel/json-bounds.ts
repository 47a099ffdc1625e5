import { type Message, message } from './messages/message.ts';

/** How deeply JSON from outside may be nested. */
const MAX_NESTING = 64;
/** Every value has a cost wherever it is processed; a megabyte of empty objects would take half a second. */
const MAX_VALUES = 20_000;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
/** The bit that differs between square and curly brackets. */
const CURLY = 0x20;
const OPEN = 0x7b;
const CLOSE = 0x7d;

/** Most strings are short, and starting a search costs more than checking this many bytes. */
const NEAR = 64;

/** The end of the string whose first byte is at `from`: its quotation mark, or the end of the JSON. */
function endOfText(json: Uint8Array, from: number): number {
  for (let i = from; i < json.length; ) {
    for (const end = i + NEAR; i < end; i++) {
      if (json[i] === BACKSLASH) i++;
      else if (json[i] === QUOTE) return i;
    }
    const quote = json.indexOf(QUOTE, i);
    if (quote < 0) break;
    let slashes = 0;
    while (quote - slashes > i && json[quote - slashes - 1] === BACKSLASH) slashes++;
    if (slashes % 2 === 0) return quote;
    i = quote + 1;
  }
  return json.length;
}

/**
 * Why JSON is too large to accept, determined from its bytes, because parsing it is what the attack exploits.
 */
export function jsonLimitError(json: Uint8Array): Message | null {
  let depth = 0;
  let values = 1;
  for (let i = 0; i < json.length; i++) {
    const byte = json[i] as number;
    if (byte === QUOTE) i = endOfText(json, i + 1);
    else if (byte === COMMA) values++;
    else if ((byte | CURLY) === OPEN) {
      values++;
      if (++depth > MAX_NESTING) return message('nested_deeper_than', { max: MAX_NESTING });
    } else if ((byte | CURLY) === CLOSE) depth--;
  }
  return values > MAX_VALUES ? message('too_many_values', { max: MAX_VALUES }) : null;
}
