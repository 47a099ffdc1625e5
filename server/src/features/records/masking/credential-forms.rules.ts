import {
  ABOUT_WORDS,
  CONFIRMATIONS,
  CREDENTIAL_WORDS,
  FILLERS,
  type LanguageWords,
  OWNER_PREFIXES,
} from './credential-words.rules.ts';

/** The forms in which names contain the words of `credential-words.rules.ts`, prepared once. */

/** Longer strings are not names; the limit also keeps the splitting below linear. */
export const MAX_NAME = 200;

const isAscii = (text: string) => !/[^\0-\x7f]/.test(text);
/**
 * Accents, optional vowels and invisible characters. Vowel signs of Indic scripts are kept because they make
 * another word.
 */
const MARKS =
  /[\p{M}&&[\p{Script=Inherited}\p{Script=Arabic}\p{Script=Hebrew}]]|\u093c|\u09bc|[\p{Cf}\u0640]/gv;
const LETTERS: Record<string, string> = {
  ...{ ł: 'l', Ł: 'L', ø: 'o', Ø: 'O', đ: 'd', Đ: 'D', ı: 'i', ß: 'ss', ẞ: 'SS', ς: 'σ' },
  ...{ æ: 'ae', Æ: 'AE', œ: 'oe', Œ: 'OE', þ: 'th', ð: 'd' },
};
const SPECIAL_LETTERS = new RegExp(`[${Object.keys(LETTERS).join('')}]`, 'g');

/** Removes diacritics and normalizes a text, because names are written with and without them. */
export function withoutDiacritics(text: string): string {
  if (isAscii(text)) return text;
  return text
    .normalize('NFKD')
    .replace(MARKS, '')
    .replace(SPECIAL_LETTERS, (letter) => LETTERS[letter] as string)
    .normalize('NFC');
}

function splitAtCapitals(part: string): string[] {
  const split = isAscii(part)
    ? part.replace(/([a-z0-9])([A-Z])/g, '$1 $2').replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    : part.replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1 $2').replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2');
  return split === part || part.length <= 3 ? [part] : split.split(' ');
}

/** In a name with alternating case, capitals start no words: "pAsSwOrT". */
const alternates = (part: string, pieces: readonly string[]) =>
  pieces.length > 2 && part.length < 2.5 * pieces.length;

/** The words of a name, in lower case and without the digits at their ends. */
export function wordsOfName(name: string): string[] {
  const plain = withoutDiacritics(name.slice(0, MAX_NAME));
  const parts = plain.split(isAscii(plain) ? /[^A-Za-z0-9]+/ : /[^\p{L}\p{M}\p{N}]+/u);
  const pieces = parts.map(splitAtCapitals);
  const words = pieces.some((each, i) => alternates(parts[i] as string, each)) ? parts : pieces.flat();
  return words.map((word) => word.toLowerCase().replace(/\d+$/, '')).filter(Boolean);
}

const listed = (words = '') => words.split(/,\s*/).filter(Boolean);
/** German and Nordic umlauts are also written as two letters. */
const spelledOut = (word: string) =>
  word.replace(
    /[äöüåæø]/gi,
    (letter) => `${{ ä: 'a', ö: 'o', ü: 'u', å: 'a', æ: 'a', ø: 'o' }[letter.toLowerCase()]}e`,
  );
const lowered = (text: string) => withoutDiacritics(text).toLowerCase();
const FILLER = new Set(listed(FILLERS).map(lowered));

export const withoutFillers = (words: readonly string[]) => words.filter((word) => !FILLER.has(word));

/** The forms of a phrase whose words are run together. */
function formsOf(phrase: string): string[] {
  const forms = new Set<string>();
  for (const spelling of [phrase, spelledOut(phrase)]) {
    const words = lowered(spelling)
      .split(/[^\p{L}\p{M}\p{N}]+/u)
      .filter(Boolean);
    forms.add(words.join(''));
    forms.add(withoutFillers(words).join(''));
  }
  return [...forms];
}

const allForms = (words: readonly string[]) => words.flatMap(formsOf);
const pairs = ({ keys, owners }: LanguageWords) =>
  listed(keys).flatMap((key) => listed(owners).map((owner) => [key, owner] as const));
/** `clave API`, `clave de API` and `API clave`. */
const keyPhrases = (words: LanguageWords) =>
  pairs(words).flatMap(([key, owner]) => [
    `${owner} ${key}`,
    `${key} ${owner}`,
    ...listed(words.joiners).map((joiner) => `${key} ${joiner} ${owner}`),
  ]);

/** Shorter endings also match other words: `Vehicle-API` ends in "cle API". */
const MIN_ENDING = 8;

const languages = Object.values(CREDENTIAL_WORDS);
const compounds = languages.flatMap((words) => [
  ...allForms(listed(words.compound)),
  ...allForms(pairs(words).map(([key, owner]) => `${owner} ${key}`)).filter(
    (form) => form.length >= MIN_ENDING,
  ),
]);
export const DIGIT_FORMS: ReadonlySet<string> = new Set(
  languages.flatMap(({ digits }) => allForms(listed(digits))),
);
/** Whole words, or several in a row. */
export const WHOLE_FORMS: ReadonlySet<string> = new Set([
  ...compounds,
  ...DIGIT_FORMS,
  ...languages.flatMap((words) => [...allForms(listed(words.whole)), ...allForms(keyPhrases(words))]),
]);
/** The last words of phrases. In running text, they mark where to check the preceding words. */
export const PHRASE_ENDS: ReadonlySet<string> = new Set(
  languages
    .flatMap((words) =>
      [
        ...[...listed(words.compound), ...listed(words.digits), ...listed(words.whole)],
        ...keyPhrases(words),
      ].flatMap((phrase) => wordsOfName(phrase).slice(1).slice(-1)),
    )
    .concat('key'),
);

const alternatives = (forms: Iterable<string>) =>
  [...new Set(forms)].toSorted((a, b) => b.length - a.length).join('|');
/** Only for scripts with spaces: others join words that no capital separates. */
const isLettered = (form: string) => /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]+$/u.test(form);
/** One Han, kana or Hangul character carries as much meaning as several letters. */
const isLongEnough = (form: string) =>
  form.length >=
  (/^[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}ー]/u.test(form) ? 2 : 4);
/** At the end of any compound. */
export const COMPOUND_END_PATTERN = new RegExp(alternatives(compounds.filter(isLettered)), 'g');
/** Anywhere in a name. */
export const ANYWHERE_PATTERN = new RegExp(
  alternatives([...compounds, ...DIGIT_FORMS].filter((form) => !isLettered(form) && isLongEnough(form))),
);
export const OWNER_PREFIX_PATTERN = new RegExp(
  `^(?:${alternatives(allForms(listed(OWNER_PREFIXES)))})(?=\\p{L})`,
  'u',
);
export const CONFIRMATION_FORMS: ReadonlySet<string> = new Set(allForms(listed(CONFIRMATIONS)));
export const ABOUT_FORMS: ReadonlySet<string> = new Set(allForms(listed(ABOUT_WORDS)));
/** The same at the end of a name without separators. */
export const ABOUT_SUFFIX_PATTERN = new RegExp(
  `(?:${alternatives([...ABOUT_FORMS].filter((form) => !isLettered(form)))})$`,
);

/** Every credential name contains one of these; other names are rejected at once. */
export const credentialPrefilter = (others: string): RegExp =>
  new RegExp(
    `${alternatives([...WHOLE_FORMS, ...others.split('|')].filter((form, _, all) => !all.some((other) => other !== form && other !== '' && form.includes(other))))}`,
    'i',
  );
