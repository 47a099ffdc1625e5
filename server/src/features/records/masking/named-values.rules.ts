import { TAG_PLACEHOLDER } from './liquid-view.rules.ts';
import { isMasked, MASK, maskedName, maskedPhone } from './mask.rules.ts';
import { isIpAddress } from './networks.rules.ts';
import type { PersonalHint } from './personal-names.rules.ts';

/** Validation messages are listed under the field's name too: `{ "first_name": ["can't be blank"] }`. */
const SAYING =
  /(?<!\p{L})(?:is|are|must|can't|cannot|required|invalid|blank|missing|should|has|have|not|already|optional)(?!\p{L})|^(?:unknown|none|null|undefined|n\/a|guest|yes|no|true|false|string|text)$/iu;
const LIQUID = new RegExp(`${TAG_PLACEHOLDER}|\\{\\{|\\[secret:`);
const MAX_VALUE = 300;

const digitsOf = (text: string) => text.replace(/\D/g, '').length;

/** The mask of a value that is personal by its name; `null` when it does not look like that kind of data. */
export function maskedValue(kind: PersonalHint, value: string): string | null {
  const text = value.trim();
  if (kind === null || text === '' || isMasked(text) || text.length > MAX_VALUE || LIQUID.test(text))
    return null;
  if (kind === 'email' || kind === 'who') return null;
  if (kind === 'phone') return digitsOf(text) >= 5 && digitsOf(text) <= 20 ? maskedPhone(text) : null;
  if (kind === 'ip') return isIpAddress(text) || /^[\da-f:., ]*[.:][\da-f:., ]*$/i.test(text) ? MASK : null;
  if (kind === 'geo') return /^[-+\d., ]+$/.test(text) ? MASK : null;
  if (kind === 'birth') return digitsOf(text) >= 2 ? MASK : null;
  if (kind === 'number') return digitsOf(text) >= 3 && !/^\d+[.,]\d{1,2}$/.test(text) ? MASK : null;
  if (SAYING.test(text) || /^https?:/.test(text) || /@|%40/.test(text)) return null;
  if (kind === 'name') return /\p{L}/u.test(text) ? maskedName(text) : null;
  return /[\p{L}\d]/u.test(text) ? MASK : null;
}
