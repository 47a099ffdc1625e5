import { isMask, maskOf, type PersonalKind } from './mask.rules.ts';

/** A value known to an execution that history must not show anywhere. */
export interface KnownValue {
  value: string;
  /** Shown instead, if not plain asterisks; encoded personal data always gets asterisks. */
  mask?: string;
  /** Matches only as a whole word: "Ann" is not hidden in "Annual". */
  alone: boolean;
  /** Matches only with its capital: "Will" is not hidden in "will". */
  cased: boolean;
  weight: number;
  /**
   * For a part of a longer value: the part with its surroundings, so that matching text is hidden beyond the
   * part.
   */
  within?: { value: string; at: number };
  /** The number of trailing characters that masks show, such as the domain of an email address. */
  shownEnd?: number;
}

export interface PersonalValue {
  kind: PersonalKind;
  value: string;
}

/** Shorter secrets would hide ordinary text, and a value this short offers no protection. */
const MIN_SECRET = 3;
const MIN_INSIDE = 4;
/** Long values are searched in parts, so that their encodings are found at any offset. */
const PART = 512;

type ValuePart = Pick<KnownValue, 'value' | 'within'>;

function partsOf(value: string): ValuePart[] {
  if (value.length <= PART) return [{ value }];
  return Array.from({ length: Math.ceil(value.length / PART) }, (_, i) => {
    // The last part is as long as all others, because a short end would allow guessing the rest character by
    // character.
    const from = Math.min(i * PART, value.length - PART);
    const start = Math.max(0, from - PART);
    return {
      value: value.slice(from, from + PART),
      within: { value: value.slice(start, from + 2 * PART), at: from - start },
    };
  });
}

export function knownSecrets(secrets: Iterable<readonly [string, string]>): KnownValue[] {
  const known: KnownValue[] = [];
  for (const [name, value] of secrets)
    for (const part of partsOf(value))
      if (part.value.trim().length >= MIN_SECRET && !isMask(part.value))
        known.push({
          ...part,
          mask: `[secret:${name}]`,
          alone: part.value.length < MIN_INSIDE,
          cased: false,
          weight: 2,
        });
  return known;
}

/**
 * A credential found in one place is hidden in all others too, plain and in the usual encodings. Shorter values
 * and single words are left alone: ordinary text would be hidden with them.
 */
const MIN_CREDENTIAL = 8;
const WORD = /^[A-Z]?[a-z]{1,14}$/;
const isTelling = (value: string) => value.length >= MIN_CREDENTIAL && !isMask(value) && !WORD.test(value);
const asCredential = (part: ValuePart): KnownValue => ({ ...part, alone: false, cased: false, weight: 1 });

/** Credentials written literally in a request, which have no name to show. */
export const knownCredentials = (credentials: Iterable<string>): KnownValue[] =>
  [...credentials]
    .flatMap(partsOf)
    .filter(({ value }) => isTelling(value))
    .map(asCredential);

/** The same, but lazily and not split into parts. */
export function* wholeCredentials(credentials: Iterable<string>): Iterable<KnownValue> {
  for (const value of credentials) if (isTelling(value)) yield asCredential({ value });
}

const WORDS = /[\s,]+/;
/** Scripts that separate words. */
export const LATIN = /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{N}]/u;

/** The parts worth searching for. Towns, postcodes and house numbers are too common. */
function textsOfValue({ kind, value }: PersonalValue): string[] {
  const text = value.trim();
  const digits = text.replace(/\D/g, '');
  if (kind === 'place' || kind === 'geo') return [];
  if (kind === 'phone') return digits.length < 7 ? [] : [text, ...(digits.length > 7 ? [digits] : [])];
  if (kind === 'name')
    return [text, ...text.split(WORDS)].filter((part) => part.length >= (LATIN.test(part) ? 3 : 2));
  if (kind === 'street') return text.length >= 6 && /\p{L}/u.test(text) ? [text] : [];
  if (kind === 'number' && digits.length < 5) return [];
  return text.length >= 6 ? [text] : [];
}

const PARTICLES = new Set(['van', 'von', 'der', 'den', 'del', 'della', 'dos', 'bin', 'and', 'und', 'the']);

export function knownPersonal(values: Iterable<PersonalValue>): KnownValue[] {
  const known: KnownValue[] = [];
  for (const personal of values) {
    // Hiding text that contains a mask would mask the mask again.
    if (personal.value.includes('***') || personal.value.length > PART) continue;
    for (const value of textsOfValue(personal))
      if (!PARTICLES.has(value.toLowerCase()))
        known.push({
          value,
          mask: maskOf(personal.kind, value),
          alone: true,
          cased: personal.kind === 'name' && !value.includes(' '),
          weight: 1,
          ...(personal.kind === 'email' && { shownEnd: value.length - value.lastIndexOf('@') }),
        });
  }
  return known;
}
