import type { FieldProblem, PropertyPath } from '../../kernel/fields.ts';
import { type Json, textsOf } from '../../kernel/json.ts';
import { message } from '../../kernel/messages/message.ts';
import { safeName } from '../../kernel/safe-name.ts';
import { credentialsIn } from '../records/masking/credential-spans.rules.ts';
import { createKnownSearch } from '../records/masking/known-search.rules.ts';
import { wholeCredentials } from '../records/masking/known-values.rules.ts';
import { liquidView } from '../records/masking/liquid-view.rules.ts';
import { EXACT_SEARCH } from '../records/masking/search-variants.rules.ts';
import type { TextSpan } from '../records/masking/spans.rules.ts';
import { allSpans, literalVariantsOf } from '../records/masking/tree.rules.ts';
import {
  applyContentChange,
  type ContentChange,
  emptyContent,
  literalsOf,
  mapContent,
  maskContent,
  type RequestContent,
} from './credentials.rules.ts';
import { credentialsToRemember } from './remembered-credentials.rules.ts';

/**
 * Literal credentials that were entered while the request had another authority. They are kept but not sent
 * until someone sends them again, a person confirms them, or the request goes back to that authority.
 */
export interface HeldCredentials {
  /** The authority that they were entered for, in the form that is compared. */
  authority: string;
  /** Its host, in a form that people may read. */
  host: string;
  /** `null`: all credentials of the request. */
  values: string[] | null;
  /** The first places where they occur. */
  places: PropertyPath[];
}

export type BoundContent = RequestContent & { held: readonly HeldCredentials[] };

/**
 * More do not occur in practice: the excess shares one entry, which only sending again or confirming removes.
 */
const MAX_AUTHORITIES = 20;
const MAX_VALUES = 1000;
/** The number of problems that an error names. */
const MAX_PLACES = 5;
/** Matches no authority. */
const NO_AUTHORITY = '';

const SCHEME = /^(https?):[\\/]*/i;

/**
 * Where a request is sent, as far as its template shows: scheme, host and port. A host that contains Liquid
 * is compared as written; if a Liquid tag could decide where the host ends, the whole URL is
 * (contract: HTTP requests 17).
 */
export function authorityOf(url: string): string {
  const [start = '', scheme = ''] = SCHEME.exec(url) ?? [];
  const rest = url.slice(start.length).trimEnd();
  const { outer } = liquidView(rest);
  const found = outer.search(/[\\/?#]/);
  const end = found < 0 ? rest.length : found;
  const before = `${scheme.toLowerCase()}://`;
  if (rest.slice(0, end).includes('{%')) return `${before}${rest}`;
  const written = rest.slice(0, end);
  const login = outer.slice(0, end).lastIndexOf('@') + 1;
  // Liquid in a login may render a slash, and then the host comes before the `@`.
  if (written.slice(0, login).includes('{{')) return `${before}${written}`;
  const host = written.slice(login);
  if (host.includes('{{')) return `${before}${host}`;
  return URL.canParse(`${before}${host}`)
    ? `${before}${new URL(`${before}${host}`).host}`
    : `${before}${host}`;
}

const withoutScheme = (authority: string) => authority.replace(/^https?:\/\//, '');

/** The host of a request without credentials; its authority may be the whole URL. */
function hostOf(content: RequestContent): string {
  // Masked afterward: a mask can move where the host ends, as in `http://a.example\@b.example`.
  const host = withoutScheme(maskContent({ ...content, url: authorityOf(content.url) }).masked.url);
  return host.slice(liquidView(host).outer.lastIndexOf('@') + 1);
}

/** For the same host, encryption may be added but never dropped. */
const isSameTarget = (typedFor: string, now: string) =>
  typedFor === now || typedFor.replace(/^http:/, 'https:') === now;

/** Names in test variables may be personal data, which can be erased, so only the field is named. */
const placeOf = (path: PropertyPath): PropertyPath =>
  path[0] === 'testVariables' ? ['testVariables'] : path;

/** Adds to each entry the first places where its values occur. */
function addPlaces(
  content: RequestContent,
  held: readonly HeldCredentials[],
  kept: ReadonlySet<string>,
): void {
  const entries = new Map(
    held.flatMap(({ values }, at) => (values ?? []).map((value) => [value, at] as const)),
  );
  const entryOf = held[0]?.values === null ? () => 0 : (value: string) => entries.get(value);
  const known = createKnownSearch(wholeCredentials(kept), EXACT_SEARCH);
  const readings = (text: string, spans: readonly TextSpan[]) =>
    spans.flatMap(({ start, end }) => literalVariantsOf(text.slice(start, end)));
  const marked = mapContent(content, (value, kind) => {
    const text = String(value);
    const own = typeof value === 'number' ? [] : readings(text, credentialsIn(text, kind));
    const named = kind === 'credential' ? [...own, text] : own;
    // Also where it occurs among other text, and is recognized only because it is known from elsewhere.
    const found = readings(text, allSpans(text, [], known));
    const at = [...named.filter((value) => kept.has(value)), ...found].map((value) => entryOf(value) ?? 0);
    return `${at[0] ?? ''}`;
  });
  const { url, headers, body, testVariables } = marked;
  for (const { path, text } of textsOf({ url, headers, body, testVariables }, [], (mark) => mark !== '')) {
    const { places } = held[Number(text)] as HeldCredentials;
    const place = placeOf(path);
    if (places.length < MAX_PLACES && !places.some((other) => other.join() === place.join()))
      places.push(place);
  }
}

export interface ContentWrite {
  sent: ContentChange;
  stored: BoundContent;
  next: RequestContent;
}

/** Whether a write can leave a credential that was entered for another authority. */
const movesCredentials = ({ stored, next }: ContentWrite): boolean =>
  stored.held.length > 0 || !isSameTarget(authorityOf(stored.url), authorityOf(next.url));

/** Facts about the credentials that a write keeps. */
export interface KeptCredentials {
  remembered: readonly string[];
  held: readonly HeldCredentials[];
}

export function credentialsToKeep(write: ContentWrite): KeptCredentials {
  const remembered = credentialsToRemember(write.sent, write.stored, write.next);
  const known = { ...write, next: { ...write.next, remembered } };
  return { remembered, held: movesCredentials(known) ? heldAfter(known) : [] };
}

/**
 * The credentials that a write keeps and that were entered for another authority than the request has
 * afterward. A write keeps every credential of the request that it did not send, including one that only
 * reads differently because the text around it changed (contract: HTTP requests 17).
 */
function heldAfter({ sent, stored, next }: ContentWrite): HeldCredentials[] {
  const now = authorityOf(next.url);
  const before = { authority: authorityOf(stored.url), host: hostOf(stored) };
  const earlier = new Map(
    stored.held.flatMap((entry) => (entry.values ?? []).map((value) => [value, entry])),
  );
  const had = literalsOf(stored);
  const originOf = (value: string): Pick<HeldCredentials, 'authority' | 'host'> => {
    const [first] = stored.held;
    const isOfUnknownOrigin = first && (first.values === null || !had.has(value));
    return earlier.get(value) ?? (isOfUnknownOrigin ? first : before);
  };
  const typed = literalsOf(applyContentChange(emptyContent, sent));
  const carried = [...literalsOf(next)].filter((value) => !typed.has(value));
  const kept = new Set(carried.filter((value) => !isSameTarget(originOf(value).authority, now)));
  const held = new Map<string, HeldCredentials & { values: string[] }>();
  const [some] = kept;
  if (some !== undefined && kept.size > MAX_VALUES) {
    const all = { authority: NO_AUTHORITY, host: originOf(some).host, values: null, places: [] };
    addPlaces(next, [all], kept);
    return [all];
  }
  for (const value of kept) {
    const { authority, host } = originOf(value);
    const key = held.has(authority) || held.size < MAX_AUTHORITIES ? authority : NO_AUTHORITY;
    const entry = held.get(key) ?? { authority: key, host, values: [], places: [] };
    entry.values.push(value);
    held.set(key, entry);
  }
  const entries = [...held.values()];
  addPlaces(next, entries, kept);
  return entries;
}

/** What remains when personal data is erased from a request: an erased value must not survive here. */
export function eraseFromHeldCredentials(
  held: readonly HeldCredentials[],
  isTheirs: (value: Json) => boolean,
) {
  const [first] = held;
  if (!first || !held.some(({ values }) => values?.some(isTheirs))) return [...held];
  const places = held.flatMap((entry) => entry.places).slice(0, MAX_PLACES);
  return [{ authority: NO_AUTHORITY, host: first.host, values: null, places }];
}

/** Why a request must not be sent; test variables matter only to a run that uses them. */
export function heldCredentialProblems(
  { held, url }: Pick<BoundContent, 'held' | 'url'>,
  usesTestVariables: boolean,
): FieldProblem[] {
  const now = withoutScheme(authorityOf(url));
  return held.flatMap(({ authority, host, places }) => {
    const [scheme = ''] = /^https?:\/\//.exec(authority) ?? [];
    // Only the scheme differs.
    const shown = withoutScheme(authority) === now ? `${scheme}${host}` : host;
    return places
      .filter(([field]) => usesTestVariables || field !== 'testVariables')
      .map((path) => ({ path, reason: message('credential_of_other_host', { host: safeName(shown) }) }));
  });
}
