import type { FieldProblem } from '../../kernel/fields.ts';
import { type JsonObject, textsOf } from '../../kernel/json.ts';
import { message } from '../../kernel/messages/message.ts';
import { MASK } from '../records/masking/mask.rules.ts';
import {
  type ContentChange,
  holdsMask,
  maskContent,
  type RequestContent,
  restoreMasked,
} from './credentials.rules.ts';

const STILL_MASKED = message('still_masked');

/** More asterisks than a mask has are the author's own text, unless masking made them. */
const ASTERISKS = /\*{8,}/g;

const runsIn = (value: unknown): Set<string> => new Set(JSON.stringify(value).match(ASTERISKS));

/** A mask next to asterisks of the text reads as one longer run. */
function masksOf(stored: RequestContent | null): ReadonlySet<string> {
  const own = runsIn(stored);
  const shown = stored ? runsIn(maskContent(stored).masked) : [];
  return new Set([MASK, ...[...shown].filter((run) => !own.has(run))]);
}

/** Name and description are never sent, so a mask in them is text like any other. */
function unresolved(restored: ContentChange, masks: ReadonlySet<string>): FieldProblem[] {
  const { url = '', headers = {}, body = null, testVariables = {} } = restored;
  const isMasked = (text: string) => text.match(ASTERISKS)?.some((run) => masks.has(run)) ?? false;
  return textsOf({ url, headers, body, testVariables }, [], isMasked).map(({ path }) => ({
    path,
    reason: STILL_MASKED,
  }));
}

/** Some programs write the asterisks of a URL or a form as `%2A`; such a mask counts too. */
const decodeMasks = (text: string): string =>
  text.replace(/(?:\*|%2A){8,}/gi, (run) => run.replace(/%2A/gi, '*'));

function withPlainMasks<Sent extends ContentChange>(sent: Sent): Sent {
  const { url, body } = sent;
  return {
    ...sent,
    ...(url !== undefined && { url: decodeMasks(url) }),
    ...(typeof body === 'string' && { body: decodeMasks(body) }),
  };
}

export type MaskResolution<T> = { resolved: T } | { problems: FieldProblem[] };

/**
 * The sent value, with stored credentials in place of their masks. A mask without a stored credential is rejected,
 * because it would reach the target as if it were the credential (contract: HTTP requests 6).
 */
export function resolveMasks<Sent extends ContentChange>(
  written: Sent,
  stored: RequestContent | null,
): MaskResolution<Sent> {
  const sent = withPlainMasks(written);
  if (!holdsMask(sent)) return { resolved: sent };
  const restored = stored ? restoreMasked(sent, stored) : sent;
  const problems = unresolved(restored, masksOf(stored));
  return problems.length > 0 ? { problems } : { resolved: restored };
}

/** The same for variables of a test run, which may have been read as the masked test variables. */
export function resolveVariables(variables: JsonObject, stored: RequestContent): MaskResolution<JsonObject> {
  if (!holdsMask(variables)) return { resolved: variables };
  const { testVariables } = restoreMasked({ testVariables: variables }, stored);
  const problems = unresolved({ testVariables }, masksOf(stored));
  if (problems.length === 0) return { resolved: testVariables };
  return {
    problems: problems.map(({ path, reason }) => ({ path: ['variables', ...path.slice(1)], reason })),
  };
}
