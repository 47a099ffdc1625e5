import type { z } from 'zod';
import type { Json } from '../../../kernel/json.ts';
import type { Context } from '../../../kernel/operation.ts';
import type { historyDetail, historyEntry } from './history.schema.ts';
import { maskEntry } from './mask-entry.rules.ts';
import type { Masker } from './masking.rules.ts';
import { maskingWork } from './masking-work.rules.ts';

type Entry = z.output<typeof historyEntry>;
type Detail = z.output<typeof historyDetail>;

/** Entries of a list often have their names, errors and recipients in common. */
function remembering(masker: Masker): Masker {
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

/** Masked when it was written, and again by today's rules before it leaves (spec: What the service does 5). */
export const viewParts = maskingWork('view-history', {
  mask(parts: readonly object[], masker): object[] {
    const remembered = remembering(masker);
    return parts.map((part) => maskEntry(part, remembered));
  },
  whenBusy: 'refuse',
});

type Unviewed<T> = Omit<T, 'durationMs'>;
type Times = Pick<Entry, 'createdAt' | 'startedAt' | 'finishedAt'>;

/** Times reveal nothing, and are none any more once they have been JSON. */
const withoutTimes = ({ createdAt, startedAt, finishedAt, ...rest }: Unviewed<Entry>) => rest;

function withTimes({ createdAt, startedAt, finishedAt }: Times, shown: object | undefined): Entry {
  const durationMs = startedAt && finishedAt ? finishedAt.getTime() - startedAt.getTime() : null;
  return { ...shown, createdAt, startedAt, finishedAt, durationMs } as Entry;
}

type Viewing = Pick<Context, 'heavy'>;

export async function viewEntries({ heavy }: Viewing, rows: readonly Unviewed<Entry>[]): Promise<Entry[]> {
  const shown = await heavy(viewParts, { knowledge: {}, values: rows.map(withoutTimes) });
  return rows.map((row, at) => withTimes(row, shown[at]));
}

export async function viewDetail({ heavy }: Viewing, row: Unviewed<Detail>): Promise<Detail> {
  const { request, response, warnings, timeline, ...entry } = row;
  const values = [withoutTimes(entry), { request, response, warnings, timeline }];
  const [shown, data] = await heavy(viewParts, { knowledge: {}, values });
  // What only a single entry has comes after what a list has.
  return { ...withTimes(entry, shown), ...data } as Detail;
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
