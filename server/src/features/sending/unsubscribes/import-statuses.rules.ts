import { type ImportMeaning, importMeanings } from './unsubscribes.schema.ts';

const MAX_LABEL = 100;

/** Names of columns and statuses are compared by their letters and digits alone. */
export const keyOf = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');

const keys = (text: string) => text.split(',').map(keyOf);
const lookup = (groups: Readonly<Record<ImportMeaning, string>>) =>
  new Map(importMeanings.flatMap((meaning) => keys(groups[meaning]).map((key) => [key, meaning] as const)));

/**
 * The statuses of Mailchimp, Klaviyo, Brevo, listmonk and Shopify, in English and German. People who
 * complained get no marketing email, but still get order confirmations
 * (contract: Unsubscribing and erasing 6).
 */
const statuses = lookup({
  unsubscribed: `unsubscribed, unsubscribe, opted out, opt out, optout, blocklisted, blacklisted, blocked, suppressed,
    user suppressed, manually suppressed, suppress, complained, complaint, spam, spam complaint, marked as spam, abuse,
    disabled, unsubscribed via email, admin blocked, do not contact, global unsubscribe, revoked,
    abgemeldet, abbestellt, ausgetragen, gesperrt, gekündigt, widerrufen, nicht mehr abonniert, auf Sperrliste, Beschwerde,
    Spam-Beschwerde, als Spam markiert, Spam gemeldet, deaktiviert, blockiert, auf der Blocklist`,
  bounced: `bounced, bounce, hard bounce, hard bounced, hardbounce, cleaned, invalid, invalid email, undeliverable,
    does not exist, bereinigt, unzustellbar, ungültig, Hard-Bounce, zurückgewiesen, nicht zustellbar, Hardbounces, hard bounces`,
  skipped: `subscribed, subscriber, subscribe, active, enabled, confirmed, opted in, opt in, optin, pending, unconfirmed,
    nonsubscribed, non-subscribed, not subscribed, never subscribed, transactional, single opt in, double opt in,
    abonniert, angemeldet, aktiv, bestätigt, eingetragen, ausstehend, unbestätigt, nicht abonniert, nie abonniert,
    aktiviert, nicht angemeldet, Abonnent`,
});

const yes = new Set(keys('yes, true, 1, t, y, x, ja, wahr, j'));
const no = new Set(keys('no, false, 0, f, n, nein, falsch'));

/** The meaning of a cell: `null` if empty, `unknown` for an unknown word. */
type CellMeaning = ImportMeaning | 'unknown' | null;

interface ColumnKind {
  meaningOf(cell: string): CellMeaning;
  /** A readable label for the cell; all times in a column share one label. */
  labelOf(name: string, cell: string): string;
}

const words: ColumnKind = {
  meaningOf(cell) {
    const key = keyOf(cell);
    return key === '' ? null : (statuses.get(key) ?? 'unknown');
  },
  labelOf: (_name, cell) => cell,
};

const isTime = (cell: string) => /\d{4}|\d[./-]\d/.test(cell);

/** A column with yes or no, where a time means yes. */
const flag = (ifYes: ImportMeaning, ifNo: ImportMeaning): ColumnKind => ({
  meaningOf(cell) {
    // Databases write a missing time as zeros.
    if (isTime(cell)) return /[1-9]/.test(cell) ? ifYes : null;
    const key = keyOf(cell);
    if (yes.has(key)) return ifYes;
    return no.has(key) ? ifNo : words.meaningOf(cell);
  },
  labelOf: (name, cell) => (isTime(cell) ? name : `${name}: ${cell}`),
});

const columns: readonly (readonly [string, ColumnKind])[] = [
  [
    `status, subscription status, subscriber status, email status, contact status, member status, marketing status,
    email marketing status, email marketing state, email marketing consent, email consent, consent status,
    email suppressions, suppression reason, email suppression reason, newsletter status, opt in status,
    Abonnementstatus, Abonnementsstatus, Abo-Status, Anmeldestatus, Kontaktstatus, Empfängerstatus, E-Mail-Status, Zustellstatus,
    E-Mail-Marketing-Status, Newsletterstatus, Einwilligungsstatus`,
    words,
  ],
  [
    `accepts email marketing, accepts marketing, email marketing, subscribed, opt in, is subscribed, newsletter,
    akzeptiert E-Mail-Marketing, akzeptiert Marketing, E-Mail-Marketing akzeptiert, abonniert, angemeldet`,
    flag('skipped', 'unsubscribed'),
  ],
  [
    `unsubscribed, opted out, opt out, optout, blocklisted, blacklisted, email blacklisted, email blocklisted, suppressed,
    complained, spam complaint, is unsubscribed, abgemeldet, gesperrt, abbestellt, Beschwerde`,
    flag('unsubscribed', 'skipped'),
  ],
  ['bounced, hard bounced, cleaned, is bounced, unzustellbar, bereinigt', flag('bounced', 'skipped')],
  [
    `unsub time, unsubscribed at, unsubscribe date, unsubscribe time, unsubscribed on, unsubscribe timestamp, opt out date,
    opt out time, abgemeldet am, Abmeldedatum, Abmeldezeitpunkt, abgemeldet seit`,
    flag('unsubscribed', 'skipped'),
  ],
  ['clean time, cleaned at, bounced at, bounce date, bounce time, Bouncedatum', flag('bounced', 'skipped')],
];
const kinds = new Map(columns.flatMap(([names, kind]) => keys(names).map((key) => [key, kind] as const)));

export interface StatusColumn {
  name: string;
  index: number;
  kind: ColumnKind;
}

export const statusColumnsOf = (header: readonly string[]): StatusColumn[] =>
  header.flatMap((name, index) => {
    const kind = kinds.get(keyOf(name));
    return kind ? [{ name: name.slice(0, MAX_LABEL), index, kind }] : [];
  });

/** Most specific first: a list may have postal addresses too. */
const addressColumns = keys(
  `email, email address, subscriber email, contact email, customer email, primary email, E-Mail-Adresse, mail, mail address,
  Mailadresse, Kunden-E-Mail, address, Adresse`,
);

/** -1 if no column is named like an address column. */
export function addressColumnOf(header: readonly string[]): number {
  const names = header.map(keyOf);
  const found = addressColumns.find((name) => names.includes(name));
  return found === undefined ? -1 : names.indexOf(found);
}

export interface RowStatus {
  meanings: ImportMeaning[];
  /** A readable label of the deciding cell; empty if no column is conclusive. */
  label: string;
}

/**
 * Combines the status columns of a row. Unsubscribed and bounced outweigh the rest, because someone may be
 * subscribed to one list and not to another. If either is present, an unknown word has no effect.
 */
export function statusOf(
  cells: readonly string[],
  from: readonly StatusColumn[],
  chosen: ReadonlyMap<string, ImportMeaning>,
): RowStatus {
  const said = from.map(({ name, index, kind }) => {
    const cell = (cells[index] ?? '').slice(0, MAX_LABEL);
    const own = kind.meaningOf(cell);
    const meaning = own === 'unknown' ? (chosen.get(keyOf(cell)) ?? own) : own;
    return { meaning, label: own === 'unknown' ? cell : kind.labelOf(name, cell) };
  });
  const labelOf = (meaning: ImportMeaning | 'unknown') =>
    said.find((each) => each.meaning === meaning)?.label;
  const taken = (['bounced', 'unsubscribed'] as const).filter((meaning) => labelOf(meaning) !== undefined);
  if (taken[0]) return { meanings: taken, label: labelOf(taken[0]) as string };
  const unknown = labelOf('unknown');
  if (unknown !== undefined) return { meanings: [], label: unknown };
  const skipped = labelOf('skipped');
  if (skipped !== undefined) return { meanings: ['skipped'], label: skipped };
  const blank = chosen.get('');
  return { meanings: blank ? [blank] : [], label: '' };
}
