import type { z } from 'zod';
import type { Json } from '../../../kernel/json.ts';
import type { historyDetail, historyEntry } from './history.schema.ts';
import { createMasker } from './masking.rules.ts';

type Entry = z.output<typeof historyEntry>;
type Detail = z.output<typeof historyDetail>;

const durationOf = ({ startedAt, finishedAt }: Pick<Entry, 'startedAt' | 'finishedAt'>) =>
  startedAt && finishedAt ? finishedAt.getTime() - startedAt.getTime() : null;

export const viewEntry = (row: Omit<Entry, 'durationMs'>): Entry => ({ ...row, durationMs: durationOf(row) });

/** Masked when it was written, and again by today's rules before it leaves (spec: What the service does 5). */
export function viewDetail(row: Omit<Detail, 'durationMs'>): Detail {
  const masker = createMasker();
  const { request, response, warnings, timeline, ...entry } = row;
  return {
    ...entry,
    durationMs: durationOf(row),
    request: masker.tree(request).value,
    response: masker.tree(response).value,
    warnings: warnings.map(({ path, where }) => ({ path: masker.text(path).value, where })),
    timeline,
  };
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
