import { type Json, textsOf } from '../../kernel/json.ts';

const REGEX_SIGN = /[\\^$.*+?()[\]{}|]/g;
const literal = (text: string) => text.replace(REGEX_SIGN, '\\$&');

/** What a longer address could go on with, before and after. */
const LOCAL_SIGN = "[\\p{L}\\p{N}!#$%&'*+/=?^_`{|}~.\\-]";
const DOMAIN_SIGN = '[\\p{L}\\p{N}_\\-]';

/** The address as it stands in a text, alone or among others, and not as a part of a longer one. */
const addressPattern = (address: string) =>
  new RegExp(`(?<!${LOCAL_SIGN})${literal(address)}(?!\\.?${DOMAIN_SIGN})`, 'iu');

/** Tells whether a tree of JSON holds the address anywhere; everything is held by nobody's in particular. */
export function holding(address: string | null): (tree: Json) => boolean {
  if (address === null) return () => true;
  const pattern = addressPattern(address);
  return (tree) => {
    for (const { text } of textsOf(tree)) if (pattern.test(text)) return true;
    return false;
  };
}

/** What stays in history where a masked address was. */
const ERASED = '******';
const AT = '(?:@|%40)';

/**
 * The address as history shows it, in words that PostgreSQL understands as well. It may be somebody else's whose
 * address looks the same when it is masked: what is hidden once more tells nobody anything wrong.
 */
export function maskedPattern(address: string | null): string {
  if (address === null) return `[^\\s"'<>(),;:*]{0,2}\\*{6}${AT}[^\\s"'<>(),;:]+`;
  const [local = '', domain = ''] = address.split('@');
  return `${literal([...local].slice(0, 2).join(''))}\\*{6}${AT}${literal(domain)}`;
}

/** A tree of JSON without what the pattern finds in its texts. */
export function withoutMasked<T extends Json>(tree: T, pattern: string): T {
  const finding = new RegExp(pattern, 'gi');
  const clean = (value: Json): Json => {
    if (typeof value === 'string') return value.replace(finding, ERASED);
    if (Array.isArray(value)) return value.map(clean);
    if (value === null || typeof value !== 'object') return value;
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, clean(member)]));
  };
  return clean(tree) as T;
}
