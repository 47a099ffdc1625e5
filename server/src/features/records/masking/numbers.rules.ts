import { MASK } from './mask.rules.ts';
import { allMatches, type TextSpan } from './spans.rules.ts';

/** Numbers recognized by their check digits or by a word before them. */

const CARD = /(?<![\w.*-]|\d )\d(?:[ -]?\d){13,18}(?![\w*]|[ .-]\d)/g;
/** Lengths by issuer: a number of another length is an id. */
const ISSUERS =
  /^(?:4\d{15}|5[1-5]\d{14}|2(?:22[1-9]|2[3-9]\d|[3-6]\d{2}|7[01]\d|720)\d{12}|3[47]\d{13}|6(?:011|5\d{2}|4[4-9]\d)\d{12}|35(?:2[89]|[3-8]\d)\d{12})$/;

function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let i = 0; i < digits.length; i++) {
    const digit = digits.charCodeAt(digits.length - 1 - i) - 48;
    sum += i % 2 === 0 ? digit : digit > 4 ? 2 * digit - 9 : 2 * digit;
  }
  return sum % 10 === 0;
}

/** Registered lengths; otherwise a long article number could pass for an IBAN. */
const IBAN_LENGTHS = new Map(
  (
    'AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BR29 CH21 CR22 CY28 CZ24 DE22 DK18 DO28 EE20 ES24 FI18 FO18 FR27 ' +
    'GB22 GE22 GI23 GL18 GR27 GT28 HR21 HU28 IE22 IL23 IS26 IT27 JO30 KW30 KZ20 LB28 LI21 LT20 LU20 LV21 MC27 MD24 ' +
    'ME22 MK19 MT31 MU30 NL18 NO15 PK24 PL28 PS29 PT25 QA29 RO24 RS22 SA24 SE24 SI19 SK24 SM27 TN24 TR26 UA29 VA22 XK20'
  )
    .split(' ')
    .map((entry) => [entry.slice(0, 2), Number(entry.slice(2))]),
);
const IBAN = /(?<![A-Za-z0-9*])[A-Z]{2}\d{2}(?=[ -]?[A-Z0-9]{2})/gi;

function ibanEnd(text: string, start: number): number {
  const length = IBAN_LENGTHS.get(text.slice(start, start + 2).toUpperCase());
  if (length === undefined) return -1;
  let signs = '';
  let at = start;
  for (; at < text.length && signs.length < length; at++) {
    const sign = text[at] as string;
    if (/[A-Za-z0-9]/.test(sign)) signs += sign.toUpperCase();
    else if (sign !== ' ' && sign !== '-') return -1;
  }
  if (signs.length < length || /^[A-Za-z0-9]/.test(text.slice(at, at + 1))) return -1;
  let rest = 0;
  for (const sign of signs.slice(4) + signs.slice(0, 4)) {
    const value = Number.parseInt(sign, 36);
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97;
  }
  return rest === 1 ? at : -1;
}

const CPF = /(?<![\w.*-])\d{3}\.\d{3}\.\d{3}-\d{2}(?![\w-])/g;

function isCpf(text: string): boolean {
  const digits = Array.from(text.replace(/\D/g, ''), Number);
  const check = (count: number) =>
    ((digits.slice(0, count).reduce((sum, digit, i) => sum + digit * (count + 1 - i), 0) * 10) % 11) % 10;
  return check(9) === digits[9] && check(10) === digits[10];
}

const CALLED =
  /(?<![\p{L}\d])(?:ssn|social security(?: number)?|passport(?: number| no\.?)?|tax id|vat(?: id| number| no\.?)|ust-?idn?r\.?|cpf|dni|nie|nif|personnummer|ni number|national insurance(?: number)?|codice fiscale)[\s:=#]{1,4}([A-Z0-9][A-Z0-9.\- ]{3,20}[A-Z0-9])(?![\p{L}\d*])/giu;
const BIRTH_DATE_NAMES =
  /(?<![\p{L}\d])(?:born|d\.?o\.?b\.?|date of birth|birth ?date|birthday|geb\.|geboren|geburtsdatum|née? le|nacid[oa] el|nat[oa] il|geboortedatum|född)[\s:=]{1,4}(?:on |am |den )?(\d{1,4}[-./]\d{1,2}[-./]\d{1,4}|\d{1,2}\.? \p{L}{3,10}\.? \d{4}|\p{L}{3,10} \d{1,2},? \d{4})/giu;

/** Labels of such numbers, tested first because they are faster to find than the numbers. */
const CALLING =
  /(?:ssn|security|passport|number|tax id|vat(?: id| no)|ust-?idn?r|cpf|dni|nie|nif|nummer|no\.|insurance|fiscale)\.?[\s:=#]/i;
const BEARING =
  /born|d\.?o\.?b|date of birth|birth ?da|geb\.|geboren|geburtsdatum|née? le|nacid[oa] el|nat[oa] il|geboortedatum|född/i;
/** Letters that match other letters only through Unicode case folding. */
const FOLDED = /[\u017f\u212a]/;

const DIGITS = /\d(?:\D{0,3}\d){3}/;

export function numberSpans(text: string): TextSpan[] {
  const spans: TextSpan[] = [];
  const add = (start: number, end: number) => spans.push({ start, end, mask: MASK });
  if (text.length >= 14)
    for (const { 0: found, index } of allMatches(CARD, text)) {
      const digits = found.replace(/\D/g, '');
      if (ISSUERS.test(digits) && passesLuhn(digits)) add(index, index + found.length);
    }
  for (const { index } of allMatches(IBAN, text)) {
    const end = ibanEnd(text, index);
    if (end > 0) add(index, end);
  }
  for (const { 0: found, index } of allMatches(CPF, text)) if (isCpf(found)) add(index, index + found.length);
  const announce = (hint: RegExp, called: RegExp) => {
    if (!hint.test(text) && !FOLDED.test(text)) return;
    for (const match of allMatches(called, text)) {
      const value = match[1] as string;
      const end = match.index + match[0].length;
      if (DIGITS.test(value)) add(end - value.length, end);
    }
  };
  announce(CALLING, CALLED);
  announce(BEARING, BIRTH_DATE_NAMES);
  return spans;
}
