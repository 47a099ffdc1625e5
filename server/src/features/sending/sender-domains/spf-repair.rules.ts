import { providerOf } from './providers.rules.ts';
import { termsOf } from './spf-record.rules.ts';

/** From the mildest on: whoever merges two records wants no mail refused that either let through. */
const ends = ['?all', '~all', '-all'];
const DEFAULT_END = '~all';

const asNetwork = (address: string) => `${address.includes(':') ? 'ip6' : 'ip4'}:${address}`;

/** What lets a mail server send: its name, so that it may move, or its addresses where no lookup is left for it. */
export function termsFor(host: string, addresses: readonly string[], hasLookupLeft: boolean): string[] {
  const provider = providerOf(host);
  if (provider !== null) return [`include:${provider}`];
  const isNamed = addresses.length > 0 && !addresses.includes(host);
  return isNamed && hasLookupLeft ? [`a:${host.toLowerCase()}`] : addresses.map(asNetwork);
}

const isEnd = (term: string) => /^[+\-~?]?all$/i.test(term);
const isEverybody = (term: string) => /^\+?ip[46]:[^/]*\/0$/i.test(term);

function endOf(terms: readonly string[]): string | null {
  const said = terms.filter(isEnd).map((term) => term.toLowerCase());
  if (said.length === 0) return null;
  return ends.find((end) => said.includes(end)) ?? DEFAULT_END;
}

/**
 * The one record to have instead of those there are, with the mail server in it. New terms come first, where nothing
 * before them can refuse. Everybody is never let in, and of several records one is made.
 */
export function repairedSpf(records: readonly string[], adding: readonly string[]): string {
  const lists = records.map(termsOf);
  const terms = lists.flat();
  const kept = terms
    .filter((term) => !isEnd(term) && !isEverybody(term))
    .map((term) => (lists.length > 1 ? term.replace(/^redirect=/i, 'include:') : term))
    .filter((term) => !adding.includes(term.toLowerCase()));
  const redirects = kept.some((term) => /^redirect=/i.test(term));
  const end = endOf(terms) ?? (redirects ? null : DEFAULT_END);
  return [...new Set(['v=spf1', ...adding, ...kept, ...(end === null ? [] : [end])])].join(' ');
}
