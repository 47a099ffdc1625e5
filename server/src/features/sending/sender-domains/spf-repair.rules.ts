import { termsOf } from './spf-record.rules.ts';

/** Email submitted to these hosts is sent from others, which only the provider's own SPF record lists. */
const providers: readonly (readonly [RegExp, string])[] = [
  [/^smtp(?:-relay)?\.gmail\.com$/, '_spf.google.com'],
  [/^smtp(?:-mail)?\.(?:office365|outlook)\.com$/, 'spf.protection.outlook.com'],
  [/^email-smtp(?:-fips)?\.[a-z0-9-]+\.amazonaws\.com$/, 'amazonses.com'],
  [/^smtp\.sendgrid\.net$/, 'sendgrid.net'],
  [/^smtp(?:\.eu)?\.mailgun\.org$/, 'mailgun.org'],
  [/^smtp(?:-broadcasts)?\.postmarkapp\.com$/, 'spf.mtasv.net'],
  [/^in(?:-v3)?\.mailjet\.com$/, 'spf.mailjet.com'],
  [/^smtp-relay\.(?:brevo|sendinblue)\.com$/, 'spf.brevo.com'],
];

/** The domain to `include` for a provider, if its host is known. */
export const providerOf = (host: string) =>
  providers.find(([pattern]) => pattern.test(host.toLowerCase().replace(/\.$/, '')))?.[1] ?? null;

/** Mildest first: merging two records must not reject email that either of them allowed. */
const ends = ['?all', '~all', '-all'];
const DEFAULT_END = '~all';

const asNetwork = (address: string) => `${address.includes(':') ? 'ip6' : 'ip4'}:${address}`;

/**
 * Terms that allow a mail server: its name, so that its addresses may change, or its addresses if no lookup
 * is left.
 */
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
 * Merges the existing records into one that allows the mail server. New terms come first, so that no other
 * term can reject before them. Terms that allow every server are dropped.
 */
export function repairSpf(records: readonly string[], adding: readonly string[]): string {
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
