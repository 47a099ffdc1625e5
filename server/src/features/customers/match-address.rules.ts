import { type Json, textsOf } from '../../kernel/json.ts';

const REGEX_SIGN = /[\\^$.*+?()[\]{}|]/g;
const literal = (text: string) => text.replace(REGEX_SIGN, '\\$&');

/** Characters that continue an address, before and after it. */
const LOCAL_SIGN = "[\\p{L}\\p{N}!#$%&'*+/=?^_`{|}~.\\-]";
const DOMAIN_SIGN = '[\\p{L}\\p{N}_\\-]';

/** The address anywhere in a text, but not as part of a longer one. */
const addressPattern = (address: string) =>
  new RegExp(`(?<!${LOCAL_SIGN})${literal(address)}(?!\\.?${DOMAIN_SIGN})`, 'iu');

/** Tests whether a JSON tree contains the address anywhere; `null` matches every tree. */
export function containsAddress(address: string | null): (tree: Json) => boolean {
  if (address === null) return () => true;
  const pattern = addressPattern(address);
  return (tree) => {
    for (const { text, path } of textsOf(tree))
      if (pattern.test(text) || path.some((name) => typeof name === 'string' && pattern.test(name)))
        return true;
    return false;
  };
}

const AT = '(?:@|%40)';

/**
 * The address anywhere in a text, as a pattern for PostgreSQL. It also matches within a longer address, which
 * is someone's personal data too.
 */
export const writtenAddressPattern = (address: string) => literal(address).replace('@', AT);

/** Replaces an address in history. */
const ERASED = '******';

/**
 * The masked address, as a regular expression that PostgreSQL understands too. It also matches other people's
 * addresses that look the same when masked; hiding those as well does no harm.
 */
export function maskedAddressPattern(address: string | null): string {
  if (address === null) return `[^\\s"'<>(),;:*]{0,2}\\*{6}${AT}[^\\s"'<>(),;:]+`;
  const [local = '', domain = ''] = address.split('@');
  return `${literal([...local].slice(0, 2).join(''))}\\*{6}${AT}${literal(domain)}`;
}

/** A JSON tree with the address removed everywhere. */
export const removeAddress = <T extends Json>(tree: T, address: string): T =>
  replacing(tree, new RegExp(addressPattern(address).source, 'giu'));

/** A JSON tree with all matches of the pattern replaced. */
export const removeMaskedAddress = <T extends Json>(tree: T, pattern: string): T =>
  replacing(tree, new RegExp(pattern, 'gi'));

function replacing<T extends Json>(tree: T, finding: RegExp): T {
  const clean = (value: Json): Json => {
    if (typeof value === 'string') return value.replace(finding, ERASED);
    if (Array.isArray(value)) return value.map(clean);
    if (value === null || typeof value !== 'object') return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [name.replace(finding, ERASED), clean(member)]),
    );
  };
  return clean(tree) as T;
}
