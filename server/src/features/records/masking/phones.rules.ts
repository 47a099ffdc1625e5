import { type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js/min';
import { maskedPhone } from './mask.rules.ts';
import { allMatches, type TextSpan } from './spans.rules.ts';

/** Digits with their usual separators; bounded, so that each character is read only a few times. */
const CANDIDATE =
  /(?<![\w.+*#/@-])(?:(?:\+|%2B)[ (]?|\(\+?)?\d[\d \t\u00a0().\-\u2010\u2011/]{4,24}\d(?![\w*%]|[-./]\d)/gi;

/** Words that introduce a phone number. */
const LABEL =
  /(?:phone|telephone|tel|tfno|ph|contact (?:no|number)|cel(?:lulare|ular)?|telefon\w?|téléphone|teléfono|mobile?|handy|cell|fax|whats\s?app|sms|call|ring|dial|reach me|my number|anrufen|anruf|appeler|llám[a-z]{2,4}|numero|número|numéro|bel me|ring mig|zadzwoń|chiamar?mi)(?:\s(?:me|us|is|at|on|an|au|al|op|på|unter|é|est|no|number|nr|bitte)){0,3}[\s:.=>"'(-]{0,5}$/iu;
/** Words that introduce another kind of number. */
const OTHER =
  /(?:ref|nr|no|sku|art|bin|id|order|bestellung|position|pos|batch|lot|isbn|part|model|serial|tracking|invoice|rechnung|article|item|rack|balance|account|konto)[\s.:#-]{0,3}$/i;
const BEFORE = 40;

/** Countries that a number without a country code may be from. */
const COUNTRIES: readonly CountryCode[] = [
  'US',
  'GB',
  'DE',
  'FR',
  'IT',
  'NL',
  'AU',
  'SE',
  'JP',
  'CH',
  'AT',
  'BE',
  'IE',
];
const DATE =
  /^(?:(?:19|20)\d{2}[-./]\d{1,2}[-./]\d{1,2}|\d{1,2}([-./])\d{1,2}\1(?:19|20)\d{2}|\d{1,2}([-./])\d{1,2}\2\d{2}$)(?!\d)/;
const NORTH_AMERICAN = /^(?:1[ .-])?(?:\([2-9]\d{2}\) ?|[2-9]\d{2}[ .-])[2-9]\d{2}[ .-]\d{4}$/;

const valid = (text: string, country?: CountryCode) =>
  parsePhoneNumberFromString(text, country === undefined ? undefined : country)?.isValid() === true;

/** After a plus, the length is sufficient, because new number ranges open faster than lists are updated. */
function isInternational(text: string, digits: string): boolean {
  if (digits.length < 8 || digits.length > 15) return false;
  return digits.length >= 10 || valid(text);
}

/** Neither numbers with one-digit groups nor amounts are phone numbers. */
const GROUPS = /^\(?\d{2,13}\)?(?:[ \u00a0().\-\u2010\u2011/]{1,2}\d{2,13}\)?)+$/;
const AMOUNT = /^\d+\.\d{2}$/;

function isNational(text: string, digits: string): boolean {
  if (digits.length < 9 || digits.length > 13 || !GROUPS.test(text) || AMOUNT.test(text)) return false;
  if (NORTH_AMERICAN.test(text)) return valid(text, 'US') || valid(text, 'CA');
  if (/^00[ \u00a0.-]?[1-9]/.test(text)) return valid(`+${digits.slice(2)}`);
  return /^\(?0/.test(text) && COUNTRIES.some((country) => valid(text, country));
}

/** Beyond this many in one text, the shape decides: parsing each would take too long, and hiding is safe. */
const MAX_READ = 300;

export function phoneSpans(text: string): TextSpan[] {
  const spans: TextSpan[] = [];
  let read = 0;
  for (const { 0: found, index } of allMatches(CANDIDATE, text)) {
    if (DATE.test(found)) continue;
    const digits = found.replace(/^%2B/i, '').replace(/\D/g, '');
    const before = text.slice(Math.max(0, index - BEFORE), index);
    const called = digits.length >= 7 && digits.length <= 15 && LABEL.test(before);
    const shown = found.replace(/^%2B/i, '+');
    const counts =
      called ||
      read++ >= MAX_READ ||
      (/^\(?\+/.test(shown)
        ? isInternational(shown, digits)
        : !OTHER.test(before) && isNational(shown, digits));
    if (counts) spans.push({ start: index, end: index + found.length, mask: maskedPhone(found) });
  }
  return spans;
}
