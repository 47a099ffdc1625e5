import { allMatches, type TextSpan } from './spans.rules.ts';
import { matchesFrom, wordStartsFor } from './word-starts.rules.ts';

/** Issuers prefix their tokens, so they are recognized without guessing. */
export const ISSUED_TOKEN_PATTERNS = [
  '[srp]k_(?:live|test)_[A-Za-z0-9]{10,}',
  'sk-[A-Za-z0-9_-]{20,}',
  'gh[pousr]_[A-Za-z0-9]{16,}',
  'github_pat_[A-Za-z0-9_]{16,}',
  'xox[abceoprs]-[A-Za-z0-9-]{10,}',
  'xapp-[A-Za-z0-9-]{10,}',
  'shp(?:at|ss|ca|pa|tka|ua)_[A-Za-z0-9]{16,}',
  'A(?:KIA|SIA|GPA|ROA|NPA)[A-Z0-9]{16}(?![A-Za-z0-9])',
  'AIza[A-Za-z0-9_-]{30,}',
  'ya29\\.[A-Za-z0-9_-]{10,}',
  'gl(?:pat|dt|rt|cbt|ptt|ft|soat)-[A-Za-z0-9_-]{16,}',
  'npm_[A-Za-z0-9]{20,}',
  'pypi-[A-Za-z0-9_-]{16,}',
  'dckr_pat_[A-Za-z0-9_-]{16,}',
  'SG\\.[A-Za-z0-9_-]{16,}\\.[A-Za-z0-9_-]{16,}',
  'fak_[A-Za-z0-9]{16,}',
  'whsec_[A-Za-z0-9+/=]{10,}',
  'do[opr]_v1_[a-f0-9]{32,}',
  'hf_[A-Za-z]{20,}',
  '(?:gsk|xai|r8|rzp_live|rzp_test|lin_api|ntn|figd|shippo_live|shippo_test|sq0atp|sq0csp|EAAA)[_-][A-Za-z0-9_-]{16,}',
  'pat-[a-z0-9]{2,4}-[0-9a-fA-F-]{30,}',
  'ATATT3[A-Za-z0-9_=-]{20,}',
  'PMAK-[a-f0-9-]{30,}',
  'key-[0-9a-f]{32}',
  '[0-9]{8,10}:AA[A-Za-z0-9_-]{30,}',
  'eyJ[A-Za-z0-9_-]{8,}(?:\\.[A-Za-z0-9_-]*){1,4}',
];
/** Matching only at word starts keeps each attempt inside one word and the search linear. */
const PREFIXED = new RegExp(`(?<![A-Za-z0-9_-])(?:${ISSUED_TOKEN_PATTERNS.join('|')})`, 'y');
/** The starts of issued tokens, or what follows their leading digits. */
const ISSUED_STARTS = [
  ...[
    'sk_',
    'rk_',
    'pk_',
    'sk-',
    'ghp_',
    'gho_',
    'ghu_',
    'ghs_',
    'ghr_',
    'github_pat_',
    'xox',
    'xapp-',
    'shp',
  ],
  ...['akia', 'asia', 'agpa', 'aroa', 'anpa', 'aiza', 'ya29', 'glpat-', 'gldt-', 'glrt-', 'glcbt-', 'glptt-'],
  ...[
    'glft-',
    'glsoat-',
    'npm_',
    'pypi-',
    'dckr_pat_',
    'sg.',
    'fak_',
    'whsec_',
    'doo_v1_',
    'dop_v1_',
    'dor_v1_',
  ],
  ...['hf_', 'gsk', 'xai', 'r8_', 'r8-', 'rzp_', 'lin_api', 'ntn', 'figd', 'shippo_', 'sq0', 'eaaa', 'pat-'],
  ...['atatt3', 'pmak-', 'key-', 'eyj'],
];
const issuedIn = wordStartsFor([ISSUED_STARTS, [':AA']]);
const MOST_DIGITS = 10;

/** The start of the digits before a position, up to the number a token may have. */
function digitsBefore(text: string, at: number): number {
  let start = at;
  while (start > 0 && at - start <= MOST_DIGITS && hasDigit(text[start - 1] as string)) start--;
  return start;
}

/** Tokens with the prefix of their issuer. */
export function issuedTokens(text: string): TextSpan[] {
  const [starts = [], colons = []] = issuedIn(text);
  const numbered = colons.map((at) => digitsBefore(text, at));
  const places = numbered.length === 0 ? starts : [...starts, ...numbered].sort((a, b) => a - b);
  return matchesFrom(PREFIXED, text, places).map(({ 0: found, index }) => ({
    start: index,
    end: index + found.length,
  }));
}

const UUID = /(?<![0-9a-f])[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}(?![0-9a-f])/gi;
/** Part of every UUID, and faster to test. */
const UUID_PART = /-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-/i;
const MEDIA = /data:(?:image|font|audio|video)\/[\w.+-]{1,40};base64,[A-Za-z0-9+/=]+/g;
/** Matches only at the start of a run; trying at each character takes far longer. */
const RUN = /(?<![A-Za-z0-9_\-+/=.~%])[A-Za-z0-9_\-+/=.~%]{24,}/g;
const PIECE = /[A-Za-z0-9_\-+~]{24,}={0,2}/g;
/** Random ids that are not credentials: ULID, cuid, payment objects. */
const PLAIN_ID =
  /^(?:01[0-9A-HJKMNP-TV-Z]{24}|c[j-m][a-z0-9]{23}|(?:acct|ch|cs|cus|evt|in|il|li|pi|pm|price|prod|py|re|seti|si|sub|txn)_[A-Za-z0-9]{14,24})$/;

const MIN_LENGTH = 24;
const MIN_ENTROPY = 3.5;
/** Short hex cannot reach 3.5 bits; below 32 digits it is a record id. */
const MIN_HEX_LENGTH = 32;
const MIN_HEX_ENTROPY = 3;
/** Minimum length of segments that mix letters and digits in a way that no word does. */
const MIN_MIXED = 20;

function entropy(text: string): number {
  const counts = new Map<number, number>();
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    counts.set(code, (counts.get(code) ?? 0) + 1);
  }
  let bits = 0;
  for (const count of counts.values()) bits -= (count / text.length) * Math.log2(count / text.length);
  return bits;
}

const hasDigit = (text: string) => /\d/.test(text);
const kindOf = (code: number) => (code < 58 ? 0 : code < 91 ? 1 : 2);

/** How often the character class changes, which is rare in words; with digits, camelCase counts half. */
function mixing(segment: string): number {
  const newWord = hasDigit(segment) ? 0.5 : 1;
  let changes = 0;
  for (let i = 1; i < segment.length; i++) {
    const before = kindOf(segment.charCodeAt(i - 1));
    const here = kindOf(segment.charCodeAt(i));
    if (before === here || (before === 1 && here === 2)) continue;
    changes += before === 2 && here === 1 ? newWord : 1;
  }
  return changes / (segment.length - 1);
}

const isHex = (text: string) => /^(?:[0-9a-f]+|[0-9A-F]+)$/.test(text);

function isMixed(segment: string): boolean {
  if (segment.length < 5) return false;
  if (isHex(segment)) return segment.length >= MIN_HEX_LENGTH && hasDigit(segment) && /[a-f]/i.test(segment);
  if (!hasDigit(segment)) return mixing(segment) >= 0.22;
  return mixing(segment) >= (segment.length >= MIN_MIXED ? 0.15 : 0.2);
}

function isRandom(piece: string): boolean {
  if (piece.length < MIN_LENGTH || PLAIN_ID.test(piece)) return false;
  const segments = piece.split(/[^A-Za-z0-9]+/);
  const mixed = segments.filter(isMixed);
  if (mixed.reduce((sum, segment) => sum + segment.length, 0) < MIN_MIXED) return false;
  return entropy(piece) >= (mixed.every(isHex) ? MIN_HEX_ENTROPY : MIN_ENTROPY);
}

/** Base64 may contain slashes, which otherwise separate path segments. */
const isBase64 = (run: string) =>
  run.length >= MIN_HEX_LENGTH &&
  run.length % 4 === 0 &&
  /^[A-Za-z0-9+/]+={0,2}$/.test(run) &&
  /[a-z]/.test(run) &&
  /[A-Z]/.test(run) &&
  hasDigit(run) &&
  mixing(run.replace(/[+/=]/g, '')) >= 0.25 &&
  entropy(run) >= MIN_ENTROPY;

const BEGIN_KEY = /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/g;
const END_KEY = /-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/g;

function privateKeys(text: string): TextSpan[] {
  const spans: TextSpan[] = [];
  BEGIN_KEY.lastIndex = 0;
  for (let begin = BEGIN_KEY.exec(text); begin; begin = BEGIN_KEY.exec(text)) {
    END_KEY.lastIndex = BEGIN_KEY.lastIndex;
    const end = END_KEY.exec(text) ? END_KEY.lastIndex : text.length;
    spans.push({ start: begin.index, end });
    BEGIN_KEY.lastIndex = end;
  }
  return spans;
}

/** Blanks escapes, whose letter would otherwise join the next word: `\\nsk_live_…` in JSON. */
export const withoutEscapes = (text: string) =>
  text.includes('\\') ? text.replace(/\\[nrtbf]/g, '  ') : text;

const blank = (found: string) => ' '.repeat(found.length);

/** Every token has a run of at least 12 of these characters; private keys start with a header line. */
const TOKEN_LIKE = /[A-Za-z0-9_\-+/=.~%:]{12}|-----BEGIN/;

/** Token-shaped spans anywhere in text. */
export function tokenSpans(raw: string): TextSpan[] {
  if (!TOKEN_LIKE.test(raw)) return [];
  const text = withoutEscapes(raw);
  const spans = [...privateKeys(text), ...issuedTokens(text)];
  const unmedia = text.includes('data:') ? text.replace(MEDIA, blank) : text;
  const searched = UUID_PART.test(unmedia) ? unmedia.replace(UUID, blank) : unmedia;
  for (const run of allMatches(RUN, searched)) {
    if (isBase64(run[0])) {
      spans.push({ start: run.index, end: run.index + run[0].length });
      continue;
    }
    for (const piece of allMatches(PIECE, run[0])) {
      const start = run.index + piece.index;
      if (isRandom(piece[0].replace(/=+$/, ''))) spans.push({ start, end: start + piece[0].length });
    }
  }
  return spans;
}
