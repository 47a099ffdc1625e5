import type { z } from 'zod';
import type { Json } from '../../../kernel/json.ts';
import type { Message } from '../../../kernel/messages/message.ts';
import type { Context } from '../../../kernel/operation.ts';
import { NO_OWN_TEXTS, type OwnTexts, splitOwnTexts } from '../masking/own-texts.rules.ts';
import type { historyDetail, historyEntry, TimelineEntry } from './history.schema.ts';
import { maskEntry } from './mask-entry.rules.ts';
import type { Masker } from './masking.rules.ts';
import { maskingWork } from './masking-work.rules.ts';

type HistoryEntry = z.output<typeof historyEntry>;
type HistoryDetail = z.output<typeof historyDetail>;

/** Entries of a list often share names, errors and recipients. */
function memoizeMasker(masker: Masker): Masker {
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

/**
 * Entries are masked when they are written, and again by the current rules when they are read
 * (spec: What the service does 5).
 */
export const viewParts = maskingWork('view-history', {
  mask(parts: readonly object[], masker): object[] {
    const remembered = memoizeMasker(masker);
    return parts.map((part) => maskEntry(part, remembered));
  },
  whenBusy: 'refuse',
});

/** Message codes are for the app, which translates them for its reader. */
type WithMessageCodes<T> = Omit<T, 'timeline'> & {
  errorMessage?: Message | null;
  timeline?: readonly (TimelineEntry & { message?: Message })[] | undefined;
};
type WithoutDuration<T> = WithMessageCodes<Omit<T, 'durationMs'>>;
type EntryTimes = Pick<HistoryEntry, 'createdAt' | 'startedAt' | 'finishedAt'>;

/** Times are not sensitive, and would lose their type in JSON. */
const withoutTimes = ({ createdAt, startedAt, finishedAt, ...rest }: WithoutDuration<HistoryEntry>) => rest;

function withTimes(
  { createdAt, startedAt, finishedAt }: EntryTimes,
  shown: object | undefined,
): HistoryEntry {
  const durationMs = startedAt && finishedAt ? finishedAt.getTime() - startedAt.getTime() : null;
  return { ...shown, createdAt, startedAt, finishedAt, durationMs } as HistoryEntry;
}

type ViewContext = Pick<Context, 'heavy'> & { via?: string };

const withoutCodes = ({ errorMessage: _, timeline, ...entry }: WithMessageCodes<object>): object => ({
  ...entry,
  ...(timeline && { timeline: timeline.map(({ message: __, ...each }) => each) }),
});

/** The part of an entry that the surface of the call may show. */
const readable = ({ via }: ViewContext, entry: WithMessageCodes<object>): object =>
  via === 'app' ? entry : withoutCodes(entry);

export async function viewEntries(
  ctx: ViewContext,
  rows: readonly WithoutDuration<HistoryEntry>[],
): Promise<HistoryEntry[]> {
  const values = rows.map((row) => readable(ctx, withoutTimes(row)));
  const shown = await ctx.heavy(viewParts, { knowledge: {}, values });
  return rows.map((row, at) => withTimes(row, shown[at]));
}

/** Only the plan of an email can mark own texts. An HTTP target controls its whole response. */
const ofEmail = (
  { actionType }: WithoutDuration<HistoryDetail>,
  stored: Json,
): { mail: Json; own: OwnTexts } =>
  actionType === 'EMAIL' ? splitOwnTexts(stored) : { mail: stored, own: NO_OWN_TEXTS };

export async function viewDetail(
  ctx: ViewContext,
  row: WithoutDuration<HistoryDetail>,
): Promise<HistoryDetail> {
  const { request: stored, response, warnings, timeline, ...entry } = row;
  const { mail: request, own } = ofEmail(row, stored);
  const rest = { request, response, warnings, timeline, errorMessage: null };
  const { errorMessage: _, ...parts } = readable(ctx, rest) as typeof rest;
  const values = [readable(ctx, withoutTimes(entry)), parts];
  const [shown, data] = await ctx.heavy(viewParts, { knowledge: { own }, values });
  // Members of the detail view come after those of a list.
  return { ...withTimes(entry, shown), ...data } as HistoryDetail;
}

const MAX_TOOL_TEXT = 8192;
/** The most recipients of an email in a tool result; a step may have three hundred. */
const MAX_TOOL_RECIPIENTS = 25;

/**
 * A shortened entry for assistants, which have less room: truncates request and response
 * (contract: History and stats 5).
 */
export function viewForTool(detail: HistoryDetail): HistoryDetail & { truncated: boolean } {
  let truncated = false;
  const seen = (value: Json): Json => {
    if (typeof value === 'string') {
      if (value.length <= MAX_TOOL_TEXT) return value;
      truncated = true;
      return value.slice(0, MAX_TOOL_TEXT).toWellFormed();
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
