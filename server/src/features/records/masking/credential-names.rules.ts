/**
 * Which names indicate a credential (contract: HTTP requests 5). Names are read word by word, so that `monkey`,
 * `tokenizer` and `author` do not match.
 */

/** One of these is part of every name that counts, in any letter case. */
export const NAME_HINT =
  'key|token|secret|pass|pwd|auth|cred|sig|session|jwt|bearer|csrf|xsrf|hmac|otp|psk|cookie';
const QUICK = new RegExp(NAME_HINT, 'i');

export const wordSet = (words: string) => new Set(words.split(' '));

const CREDENTIAL = wordSet(
  'password passwd pwd passphrase passcode passkey secret token apikey credential cred auth oauth ' +
    'authorization signature sig sessionid jwt bearer csrf xsrf hmac otp totp psk cookie',
);

/** Names written as one word: `accesstoken`, `clientsecret`, `xapikey`. */
const RUN_TOGETHER =
  /(?:token|secret|password|passwd|passphrase|credentials?|(?:api|secret|access|private|auth|app|master|signing|encryption|shared|service|write|license|routing|subscription)key)$/;

/** A name that ends in one of these is only about a credential: `token_type`, `apiKeyId`. */
const ABOUT = wordSet(
  'type count id ids name names limit length url uri endpoint expiry expires expiration in at ttl policy hint ' +
    'field format size version status required enabled algorithm method created updated label title usage rotation',
);

/** `max_tokens` is a language model's limit; `nextPageToken` is for paging. */
const COUNTING = wordSet('max min total prompt completion input output num number count limit budget');
const PAGING = wordSet('page next prev previous continuation cursor sync');

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

/** Nothing longer is a name; the limit also keeps the splitting below linear. */
const MAX_NAME = 200;

export function wordsOf(name: string): string[] {
  return name
    .slice(0, MAX_NAME)
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .map((word) => word.replace(/\d+$/, ''))
    .filter(Boolean);
}

export const singular = (word: string) =>
  word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word;

function promises(word: string, index: number, words: readonly string[]): boolean {
  const before = words[index - 1];
  if (word === 'key') return !words.some((other) => PLAIN_KEYS.has(other));
  if (word === 'keys') return before !== undefined && SECRET_KEYS.has(before);
  if (word === 'pass') return before === undefined || PASS_OWNERS.has(before);
  if (word === 'id') return before === 'session';
  const one = singular(word);
  if (one === 'token') return !words.some((other) => PAGING.has(other) || COUNTING.has(other));
  if (one === 'signature') return !words.some((other) => MAIL_WORDS.has(other));
  return CREDENTIAL.has(one) || RUN_TOGETHER.test(one);
}

/** Bodies repeat names thousands of times; the answer depends only on the name. */
const answers = new Map<string, boolean>();
const MAX_ANSWERS = 1000;

/** Members of bodies, forms and queries, and test variables. */
export function isCredentialName(name: string): boolean {
  if (!QUICK.test(name)) return false;
  const known = answers.get(name);
  if (known !== undefined) return known;
  const answer = readName(name);
  if (answers.size >= MAX_ANSWERS) answers.clear();
  if (name.length <= MAX_NAME) answers.set(name, answer);
  return answer;
}

function readName(name: string): boolean {
  const words = wordsOf(name);
  const last = words.at(-1);
  if (last === undefined) return false;
  if (words.length > 1 && ABOUT.has(last) && words.at(-2) !== 'session') return false;
  return words.some(promises);
}

const PLAIN_HEADERS = wordSet(
  'idempotency-key x-idempotency-key sec-websocket-key surrogate-key x-cache-key www-authenticate ' +
    'proxy-authenticate sec-fetch-user authority x-author',
);
const HEADER_HINT =
  /authoriz|authent|cookie|token|secret|passw|pwd|api-?_?key|credential|signature|session|jwt|hmac|bearer|csrf|xsrf/;
const HEADER_WORDS = wordSet('key auth oauth pass sig sign cred creds otp psk');

/** Headers mostly exist to authenticate, so a doubtful name counts. */
export function isCredentialHeader(name: string): boolean {
  const lower = name.trim().slice(0, MAX_NAME).toLowerCase();
  if (PLAIN_HEADERS.has(lower)) return false;
  return (
    HEADER_HINT.test(lower) || wordsOf(name).some((word) => HEADER_WORDS.has(word)) || isCredentialName(name)
  );
}

export interface NamedMember {
  name: string;
  /** `null` when the value is not a text. */
  text: string | null;
}

export const VALUE_MEMBER = /^val(?:ue)?s?$/i;
const BARE_KEY = /^key$/i;
export const NAME_MEMBER = /^(?:name|key|field|header|param|parameter|variable)$/i;
const NAME_LIKE = /^[\w.-]{2,64}$/;

/**
 * Which members of one object hold credentials. Siblings decide in two cases: in
 * `{ key: "color", value: "red" }` the key is a name, in `{ name: "api_key", value: "…" }` the value is the key.
 */
export function credentialMembers(members: readonly NamedMember[]): boolean[] {
  const hasValue = members.some((member) => VALUE_MEMBER.test(member.name) || member.name === 'namespace');
  const namesOne =
    hasValue &&
    members.some(
      ({ name, text }) =>
        text !== null &&
        NAME_MEMBER.test(name) &&
        NAME_LIKE.test(text) &&
        !BARE_KEY.test(text) &&
        isCredentialName(text),
    );
  return members.map(({ name }) => {
    if (hasValue && BARE_KEY.test(name)) return false;
    return isCredentialName(name) || (namesOne && VALUE_MEMBER.test(name));
  });
}
