import { normalLocale } from 'outstep/kernel/locale-code.ts';

/** The languages that shops use most, in this order. */
const commonLanguages = 'en de fr es it nl pt-br pt-pt pl sv da nb fi cs ja zh-cn zh-tw ko tr'.split(' ');

/** Languages that browsers can name; any other code can be typed. */
const otherLanguages = [
  'af sq am ar hy az eu be bn bs bg my ca hr et fo fil gl ka el gu he hi hu is id ga kn kk km ky lo lv lt lb mk',
  'ms ml mt mr mn ne nn no or fa pa ro rm ru gd sr sr-latn si sk sl so sw tg ta te th bo ti tk uk ur uz vi cy fy',
  'xh yi yo zu pt zh zh-hans zh-hant zh-hk en-us en-gb en-au en-ca en-ie en-in en-nz en-za de-at de-ch',
  'fr-be fr-ca fr-ch es-419 es-ar es-cl es-co es-es es-mx es-us it-ch nl-be ar-ae ar-eg ar-sa',
]
  .join(' ')
  .split(' ');

interface LanguageOption {
  value: string;
  label: string;
}

interface LanguageGroups {
  common: LanguageOption[];
  others: LanguageOption[];
}

interface LanguageChoice {
  nameOf: (code: string) => string;
  /** Languages that are not offered. */
  taken: readonly string[];
  /** The current choice, offered even if it is unlisted. */
  chosen: string;
  /** The current search, which may be a code. */
  typed: string;
}

/** `ger` means `de` and would appear as a second German that no platform requests. */
const isLongSpelling = (code: string) => (Intl.getCanonicalLocales(code)[0] ?? code).length < code.length;

/** The languages to choose from, common ones first, the others by name. */
export function languageGroups({ nameOf, taken, chosen, typed }: LanguageChoice): LanguageGroups {
  const offered = (codes: Iterable<string>) =>
    [...codes].filter((code) => !taken.includes(code)).map((value) => ({ value, label: nameOf(value) }));
  const others = new Set(otherLanguages);
  if (chosen && !commonLanguages.includes(chosen)) others.add(chosen);
  const code = normalLocale(typed.trim());
  if (code !== null && !commonLanguages.includes(code) && !isLongSpelling(code)) others.add(code);
  return {
    common: offered(commonLanguages),
    others: offered(others).sort((a, b) => a.label.localeCompare(b.label)),
  };
}

const listed = new Set([...commonLanguages, ...otherLanguages]);

/** Ignores accents and letter case. */
const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** An unlisted code ranks last: `bra` more likely starts Brazilian Portuguese than means Braj. */
function rankOf({ value, label }: LanguageOption, search: string, code: string): number {
  if (value === code) return listed.has(value) ? 0 : 4;
  if (plain(label).startsWith(search)) return 1;
  if (value.startsWith(code)) return 2;
  return plain(label).includes(search) ? 3 : -1;
}

/** The languages that match a search, most likely first. */
export function findLanguages(options: readonly LanguageOption[], text: string): LanguageOption[] {
  const search = plain(text.trim());
  const code = search.replaceAll('_', '-');
  return options
    .map((option) => ({ option, rank: rankOf(option, search, code) }))
    .filter(({ rank }) => rank >= 0)
    .sort((a, b) => a.rank - b.rank)
    .map(({ option }) => option);
}
