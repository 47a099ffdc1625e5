import {
  ABOUT_FORMS,
  ABOUT_SUFFIX_PATTERN,
  ANYWHERE_PATTERN,
  COMPOUND_END_PATTERN,
  CONFIRMATION_FORMS,
  credentialPrefilter,
  DIGIT_FORMS,
  MAX_NAME,
  OWNER_PREFIX_PATTERN,
  PHRASE_ENDS,
  WHOLE_FORMS,
  withoutFillers,
  wordsOfName,
} from './credential-forms.rules.ts';
import { memoizeByName } from './memoize.rules.ts';

/**
 * Decides which names indicate a credential (contract: HTTP requests 5; HTTP requests 16). Names are read
 * word by word, so that `monkey`, `tokenizer` and `author` do not match. Words of other languages are in
 * `credential-words.rules.ts`.
 */

export const wordSet = (words: string) => new Set(words.split(' '));

const CREDENTIAL = wordSet(
  'password passwd pwd passphrase passcode passkey secret token apikey credential cred auth oauth ' +
    'authorization signature sig sessionid jwt bearer csrf xsrf hmac otp totp psk cookie',
);

/** Names written as one word: `accesstoken`, `clientsecret`, `xapikey`. */
const RUN_TOGETHER =
  /(?:token|secret|password|passwd|passphrase|credentials?|(?:api|secret|access|private|auth|app|master|signing|encryption|shared|service|write|license|routing|subscription)key)$/;

/** A name that ends in one of these only describes a credential: `token_type`, `apiKeyId`. */
const ABOUT = wordSet(
  'type count id ids name names limit length url uri endpoint expiry expires expiration in at ttl policy hint ' +
    'field format size version status required enabled algorithm method created updated label title usage rotation',
);

/** `max_tokens` is a language model's limit; `nextPageToken` is for paging. */
const COUNTING = wordSet('max min total prompt completion input output num number count limit budget');
const PAGING = wordSet('page next prev previous continuation cursor sync');

const COUNTED_TOGETHER = /^(?:max|total|prompt|completion|next|nextpage|page|continuation|sync)token$/;

/** Keys that are not secret. */
const PLAIN_KEYS = wordSet(
  'sort primary foreign partition public cache group order unique index object file image translation locale ' +
    'row column range lookup map message dedup dedupe idempotency natural composite surrogate shortcut hot ' +
    'i18n text label metafield property attribute websocket answer legend arrow piano musical',
);
/** `keys` is more often a list of names, so it counts only after these. */
const SECRET_KEYS = wordSet('api access secret private auth signing encryption master shared');
const PASS_OWNERS = wordSet('user username db database smtp ftp login basic http proxy admin mail imap');
const MAIL_WORDS = wordSet('email mail html letter');
/** Pins that are worn, bowled or placed on maps. */
const PLAIN_PINS = wordSet(
  'map lapel enamel hair bowling rolling board drop bobby safety push tie cotter dowel locating interest post ' +
    'message color colour icon marker gpio connector badge brooch item product location',
);
/**
 * In Spanish, `clave` is a password, but `palabra clave` is a keyword and `clave_producto` is a tax office
 * code.
 */
const PLAIN_CLAVES = wordSet('palabra palabras primaria foranea punto puntos factor factores fecha');
/** `parola chiave` is a keyword. */
const isKeyword = (words: readonly string[]) => words.some((word) => word.startsWith('chiav'));

export const singular = (word: string) =>
  word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word;

function promises(word: string, index: number, words: readonly string[]): boolean {
  const before = words[index - 1];
  if (word === 'key') return !words.some((other) => PLAIN_KEYS.has(other));
  if (word === 'keys') return before !== undefined && SECRET_KEYS.has(before);
  if (word === 'pass') return before === undefined || PASS_OWNERS.has(before);
  if (word === 'id') return before === 'session';
  if (word === 'clave') return index === words.length - 1 && !words.some((other) => PLAIN_CLAVES.has(other));
  const one = singular(word);
  if (one === 'token') return !words.some((other) => PAGING.has(other) || COUNTING.has(other));
  if (one === 'signature') return !words.some((other) => MAIL_WORDS.has(other));
  return CREDENTIAL.has(one) || (RUN_TOGETHER.test(one) && !COUNTED_TOGETHER.test(one));
}

/** What a name indicates: a credential, a credential of a few digits, or neither. */
type CredentialKind = 'credential' | 'digits' | null;

/** The longest phrase in the list. */
const MAX_PHRASE = 6;

function wholeKind(words: readonly string[]): CredentialKind {
  let kind: CredentialKind = null;
  for (let from = 0; from < words.length; from++) {
    let form = '';
    for (let to = from; to < Math.min(words.length, from + MAX_PHRASE); to++) {
      form += words[to];
      // Mixed case splits words: "PaSsWord".
      if (!WHOLE_FORMS.has(form) && !(to > from && CREDENTIAL.has(form))) continue;
      if (form.startsWith('pin') && words.some((word) => PLAIN_PINS.has(word))) continue;
      if (form === 'parola' && isKeyword(words)) continue;
      if (DIGIT_FORMS.has(form)) return 'digits';
      kind = 'credential';
    }
  }
  return kind;
}

/** Whether a word of the name ends in a listed word, as in German compounds. */
function endsInCompound(words: readonly string[]): boolean {
  const joined = words.join('');
  const ends: number[] = [];
  for (const word of words) ends.push((ends.at(-1) ?? 0) + word.length);
  COMPOUND_END_PATTERN.lastIndex = 0;
  for (let match = COMPOUND_END_PATTERN.exec(joined); match; match = COMPOUND_END_PATTERN.exec(joined)) {
    const end = COMPOUND_END_PATTERN.lastIndex;
    const wordEnd = ends.find((each) => each >= end) as number;
    if (wordEnd === end || CONFIRMATION_FORMS.has(joined.slice(end, wordEnd))) return true;
    COMPOUND_END_PATTERN.lastIndex = match.index + 1;
  }
  return false;
}

function listedKind(words: readonly string[]): CredentialKind {
  const whole = wholeKind(words);
  if (whole !== null) return whole;
  for (const word of words) {
    const rest = word.replace(OWNER_PREFIX_PATTERN, '');
    if (rest !== word && WHOLE_FORMS.has(rest)) return DIGIT_FORMS.has(rest) ? 'digits' : 'credential';
  }
  if (endsInCompound(words)) return 'credential';
  const inside = ANYWHERE_PATTERN.exec(words.join(''))?.[0];
  if (inside === undefined) return null;
  return DIGIT_FORMS.has(inside) ? 'digits' : 'credential';
}

const QUICK = credentialPrefilter(
  'key|token|secret|pass|pwd|auth|cred|sig|session|jwt|bearer|csrf|xsrf|hmac|otp|psk|cookie|clave',
);

function readName(name: string): CredentialKind {
  const words = wordsOfName(name);
  const last = words.at(-1);
  if (last === undefined) return null;
  const bare = withoutFillers(words);
  if (!QUICK.test(words.join('')) && (bare.length === words.length || !QUICK.test(bare.join(''))))
    return null;
  if (words.length > 1 && (ABOUT.has(last) || ABOUT_FORMS.has(last)) && words.at(-2) !== 'session')
    return null;
  if (ABOUT_SUFFIX_PATTERN.test(last)) return null;
  const kind = listedKind(words);
  if (kind !== null) return kind;
  return (
    (bare.length < words.length ? listedKind(bare) : null) ?? (words.some(promises) ? 'credential' : null)
  );
}

/** Bodies repeat names thousands of times; the answer depends only on the name. */
const kindOf = memoizeByName(readName);

/** Members of bodies, forms and queries, and test variables. */
export const isCredentialName = (name: string): boolean => kindOf(name) !== null;
/** A PIN or a one-time code: its value is too short to look like a credential. */
export const isDigitsName = (name: string): boolean => kindOf(name) === 'digits';

/** A credential's name in several words, such as "API key" or "mot de passe", preceded by any words. */
export const isCredentialPhrase = memoizeByName((text: string): boolean => {
  const words = wordsOfName(text);
  return words.some((_, i) => {
    const phrase = words.slice(i);
    return (
      phrase.length > 1 &&
      phrase.length <= MAX_PHRASE &&
      (WHOLE_FORMS.has(phrase.join('')) || WHOLE_FORMS.has(withoutFillers(phrase).join('')))
    );
  });
});
/** Whether the words before this one may make it the end of such a phrase. */
export const mayEndPhrase = memoizeByName((word) => PHRASE_ENDS.has(wordsOfName(word).at(-1) ?? ''));

const PLAIN_HEADERS = wordSet(
  'idempotency-key x-idempotency-key sec-websocket-key surrogate-key x-cache-key www-authenticate ' +
    'proxy-authenticate sec-fetch-user authority x-author',
);
const HEADER_HINT =
  /authoriz|authent|cookie|token(?!i[sz](?:e[dr]?|ation|ing)(?![a-z]))|secret(?!a(?:ry|ries|riat|rial|ire))|passw|pwd|api-?_?key|credential|signature|session|jwt|hmac|bearer|csrf|xsrf/;
const HEADER_WORDS = wordSet('key auth oauth pass sig sign cred creds otp psk');

/** Headers mostly serve authentication, so a doubtful name counts. */
export function isCredentialHeader(name: string): boolean {
  const lower = name.trim().slice(0, MAX_NAME).toLowerCase();
  if (PLAIN_HEADERS.has(lower)) return false;
  return (
    HEADER_HINT.test(lower) ||
    wordsOfName(name).some((word) => HEADER_WORDS.has(word)) ||
    isCredentialName(name)
  );
}

export interface NamedMember {
  name: string;
  /** `null` if the value is not a string. */
  text: string | null;
}

export const VALUE_MEMBER = /^val(?:ue)?s?$/i;
const BARE_KEY = /^key$/i;
export const NAME_MEMBER = /^(?:name|key|field|header|param|parameter|variable)$/i;
const NAME_LIKE = /^[\p{L}\p{M}\p{N}_.-]{2,64}$/u;
const PHRASE_LIKE = /^[\p{L}\p{M}\p{N}_.'’ -]{2,64}$/u;

/** Whether a text is the name of a credential, rather than a sentence about one. */
const isNaming = (text: string) =>
  NAME_LIKE.test(text)
    ? !BARE_KEY.test(text) && isCredentialName(text)
    : PHRASE_LIKE.test(text) && isCredentialPhrase(text);

/**
 * Which members of an object hold credentials. Siblings matter in two cases: in
 * `{ key: "color", value: "red" }` the key is a name, and in `{ name: "api_key", value: "…" }` the value is
 * the key.
 */
export function credentialMembers(members: readonly NamedMember[]): boolean[] {
  const hasValue = members.some((member) => VALUE_MEMBER.test(member.name) || member.name === 'namespace');
  const namesOne =
    hasValue && members.some(({ name, text }) => text !== null && NAME_MEMBER.test(name) && isNaming(text));
  return members.map(({ name }) => {
    if (hasValue && BARE_KEY.test(name)) return false;
    return isCredentialName(name) || (namesOne && VALUE_MEMBER.test(name));
  });
}
