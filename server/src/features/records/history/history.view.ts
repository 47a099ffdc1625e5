import type { z } from 'zod';
import type { Json } from '../../../kernel/json.ts';
import type { historyDetail, historyEntry } from './history.schema.ts';
import { maskEntry } from './mask-entry.rules.ts';
import { createMasker, type Masker } from './masking.rules.ts';

type Entry = z.output<typeof historyEntry>;
type Detail = z.output<typeof historyDetail>;

const durationOf = ({ startedAt, finishedAt }: Pick<Entry, 'startedAt' | 'finishedAt'>) =>
  startedAt && finishedAt ? finishedAt.getTime() - startedAt.getTime() : null;

/** Masked when it was written, and again by today's rules before it leaves (spec: What the service does 5). */
function view<Row extends Omit<Entry, 'durationMs'>>(
  row: Row,
  masker: Masker,
): Row & { durationMs: number | null } {
  return maskEntry({ ...row, durationMs: durationOf(row) }, masker);
}

/** Entries of a list often have their names, errors and recipients in common. */
function rememberingMasker(): Masker {
  const masker = createMasker();
  const remember = <Value, Shown>(mask: (value: Value) => Shown) => {
    const shown = new Map<string, Shown>();
    return (value: Value): Shown => {
      const key = JSON.stringify(value);
      const known = shown.get(key) ?? mask(value);
      shown.set(key, known);
      return known;
    };
  };
  return { ...masker, text: remember(masker.text), tree: remember(masker.tree) };
}

export const viewEntries = (rows: readonly Omit<Entry, 'durationMs'>[]): Entry[] => {
  const masker = rememberingMasker();
  return rows.map((row) => view(row, masker));
};

export function viewDetail(row: Omit<Detail, 'durationMs'>): Detail {
  const { request, response, warnings, timeline, ...entry } = row;
  const masker = createMasker();
  // What only a single entry has comes after what a list has.
  return { ...view(entry, masker), ...maskEntry({ request, response, warnings, timeline }, masker) };
}

const MAX_TOOL_TEXT = 8192;
/** Of a mail; a step may have three hundred. */
const MAX_TOOL_RECIPIENTS = 25;
/** Invisible to people, but an assistant may follow what they say; line breaks and tabs are kept. */
const UNSEEN = /(?![\n\t])[\p{Cc}\p{Cf}]/gu;

/** History for an assistant: request and response are shortened and cleared of invisible characters. */
export function viewForTool(detail: Detail): Detail & { truncated: boolean } {
  let truncated = false;
  const seen = (value: Json): Json => {
    if (typeof value === 'string') {
      const clean = value.replace(UNSEEN, '');
      if (clean.length <= MAX_TOOL_TEXT) return clean;
      truncated = true;
      return clean.slice(0, MAX_TOOL_TEXT).toWellFormed();
    }
    if (Array.isArray(value)) return value.map(seen);
    if (value === null || typeof value !== 'object') return value;
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, seen(member)]));
  };
  const { recipients } = (detail.response ?? {}) as { recipients?: Json };
  const isLong = Array.isArray(recipients) && recipients.length > MAX_TOOL_RECIPIENTS;
  const response = isLong ? { recipients: recipients.slice(0, MAX_TOOL_RECIPIENTS) } : detail.response;
  const shown = { ...detail, request: seen(detail.request), response: seen(response) };
  return { ...shown, truncated: truncated || isLong };
}
