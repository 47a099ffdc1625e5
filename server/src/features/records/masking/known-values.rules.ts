import { isMask } from './mask.rules.ts';
import { maskOf, type PersonalKind } from './personal.rules.ts';

/** Something an execution knows and history must not show, wherever it turns up. */
export interface KnownValue {
  value: string;
  /** What is shown where the value itself stood, if not plain asterisks; codes of it show nothing. */
  mask?: string;
  /** Stands alone, not within a longer word: "Ann" is not hidden in "Annual". */
  alone: boolean;
  /** Counts only with its own first letter: "Will" is not hidden in "will". */
  cased: boolean;
  weight: number;
}

export interface PersonalValue {
  kind: PersonalKind;
  value: string;
}

/** Shorter ones would blacken ordinary text; nothing so short protects anything either. */
const MIN_SECRET = 3;
export const MIN_INSIDE = 4;
/** Long values are looked for piece by piece, so that their codes stay findable at any place. */
const PIECE = 512;
const pieces = (value: string) =>
  value.length <= PIECE
    ? [value]
    : Array.from({ length: Math.ceil(value.length / PIECE) }, (_, i) =>
        value.slice(i * PIECE, (i + 1) * PIECE),
      );

export function knownSecrets(secrets: Iterable<readonly [string, string]>): KnownValue[] {
  const known: KnownValue[] = [];
  for (const [name, value] of secrets)
    for (const piece of pieces(value))
      if (piece.trim().length >= MIN_SECRET && !isMask(piece))
        known.push({
          value: piece,
          mask: `[secret:${name}]`,
          alone: piece.length < MIN_INSIDE,
          cased: false,
          weight: 2,
        });
  return known;
}

/**
 * A credential found in one place is also hidden in every other, as it is and as it is usually rewritten.
 * Shorter values and single words are left alone: they would blacken ordinary text.
 */
const MIN_CREDENTIAL = 8;
const WORD = /^[A-Z]?[a-z]{1,14}$/;
const isTelling = (value: string) => value.length >= MIN_CREDENTIAL && !isMask(value) && !WORD.test(value);
const asCredential = (value: string): KnownValue => ({ value, alone: false, cased: false, weight: 1 });

/** Credentials without a name of their own: those that stand in a request as text. */
export const knownCredentials = (credentials: Iterable<string>): KnownValue[] =>
  [...credentials].flatMap(pieces).filter(isTelling).map(asCredential);

/** The same, each in one piece, and no more of them read than are asked for. */
export function* wholeCredentials(credentials: Iterable<string>): Iterable<KnownValue> {
  for (const value of credentials) if (isTelling(value)) yield asCredential(value);
}

const PARTS = /[\s,]+/;
/** Scripts that put signs between words. */
export const LATIN = /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{N}]/u;

/** What of a value is worth looking for: towns and codes are ordinary words, a house number is any number. */
function textsOfValue({ kind, value }: PersonalValue): string[] {
  const text = value.trim();
  const digits = text.replace(/\D/g, '');
  if (kind === 'place' || kind === 'geo') return [];
  if (kind === 'phone') return digits.length < 7 ? [] : [text, ...(digits.length > 7 ? [digits] : [])];
  if (kind === 'name')
    return [text, ...text.split(PARTS)].filter((part) => part.length >= (LATIN.test(part) ? 3 : 2));
  if (kind === 'street') return text.length >= 6 && /\p{L}/u.test(text) ? [text] : [];
  if (kind === 'number' && digits.length < 5) return [];
  return text.length >= 6 ? [text] : [];
}

const PARTICLES = new Set(['van', 'von', 'der', 'den', 'del', 'della', 'dos', 'bin', 'and', 'und', 'the']);

export function knownPersonal(values: Iterable<PersonalValue>): KnownValue[] {
  const known: KnownValue[] = [];
  for (const personal of values) {
    // Text around a mask is no value of its own; hiding it would mask the mask again.
    if (personal.value.includes('***') || personal.value.length > PIECE) continue;
    for (const value of textsOfValue(personal))
      if (!PARTICLES.has(value.toLowerCase()))
        known.push({
          value,
          mask: maskOf(personal.kind, value),
          alone: true,
          cased: personal.kind === 'name' && !value.includes(' '),
          weight: 1,
        });
  }
  return known;
}
