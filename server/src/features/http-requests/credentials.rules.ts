import type { Json, JsonObject } from '../../kernel/json.ts';
import { changed, type Patch } from '../../kernel/patch.ts';
import { credentialsIn } from '../records/masking/credential-spans.rules.ts';
import { headerKind } from '../records/masking/headers.rules.ts';
import { MASK } from '../records/masking/mask.rules.ts';
import {
  isObject,
  type LeafMapper,
  mapLeaves,
  maskVisitedLeaves,
  visitedLiterals,
} from '../records/masking/tree.rules.ts';
import { restoreText, restoreTree } from './restore-masked.rules.ts';

/** The members that callers write as text, and that may therefore contain a literal credential. */
export interface RequestContent {
  name: string;
  description: string;
  url: string;
  headers: Record<string, string>;
  body: Json;
  testVariables: JsonObject;
  /**
   * Credentials that are still in it, although the place that named them is gone
   * (remembered-credentials.rules.ts).
   */
  remembered?: readonly string[];
}

export type ContentChange = Patch<Omit<RequestContent, 'remembered'>>;

export const emptyContent: RequestContent = {
  name: '',
  description: '',
  url: '',
  headers: {},
  body: null,
  testVariables: {},
};

/** Maps each text and number that may hold a credential. */
export function mapContent(content: RequestContent, leaf: LeafMapper): RequestContent {
  return {
    name: leaf(content.name, 'free') as string,
    description: leaf(content.description, 'free') as string,
    url: leaf(content.url, 'url') as string,
    headers: Object.fromEntries(
      Object.entries(content.headers).map(([name, value]) => [name, leaf(value, headerKind(name)) as string]),
    ),
    body: mapLeaves(content.body, leaf),
    testVariables: mapLeaves(content.testVariables, leaf) as JsonObject,
  };
}

const maskKnown = (content: RequestContent) =>
  maskVisitedLeaves((leaf) => mapContent(content, leaf), credentialsIn, content.remembered);

/** The content as callers may read it, and whether anything was masked. */
export function maskContent(content: RequestContent): { masked: RequestContent; changed: boolean } {
  const { masked, changed } = maskKnown(content);
  return { masked, changed };
}

/** The literal credentials in a request before anything is filled in; remembered ones first. */
export const literalsOf = (content: RequestContent): ReadonlySet<string> =>
  new Set([...(content.remembered ?? []), ...visitedLiterals((leaf) => mapContent(content, leaf))]);

export const holdsMask = (value: unknown): boolean => JSON.stringify(value ?? null).includes(MASK);

/** Changes only the members that were sent. */
export const applyContentChange = (stored: RequestContent, change: ContentChange): RequestContent => ({
  ...stored,
  name: changed(change.name, stored.name),
  description: changed(change.description, stored.description),
  url: changed(change.url, stored.url),
  headers: changed(change.headers, stored.headers),
  body: changed(change.body, stored.body),
  testVariables: changed(change.testVariables, stored.testVariables),
});

/** The header with this name; one in another letter case only if it is unique. */
function storedHeader(headers: Record<string, string>, name: string): string | undefined {
  if (Object.hasOwn(headers, name)) return headers[name];
  const alike = Object.keys(headers).filter((other) => other.toLowerCase() === name.toLowerCase());
  return alike.length === 1 ? headers[alike[0] as string] : undefined;
}

function putBack<Sent extends ContentChange>(sent: Sent, stored: RequestContent): Sent {
  const { masked, known } = maskKnown(stored);
  const result: ContentChange = {};
  for (const field of ['name', 'description'] as const)
    if (sent[field] !== undefined) result[field] = restoreText(sent[field], stored[field], 'free', known);
  if (sent.url !== undefined) result.url = restoreText(sent.url, stored.url, 'url', known);
  if (sent.headers !== undefined)
    result.headers = Object.fromEntries(
      Object.entries(sent.headers).map(([name, value]) => {
        const old = storedHeader(stored.headers, name);
        return [name, old === undefined ? value : restoreText(value, old, headerKind(name), known)];
      }),
    );
  for (const field of ['body', 'testVariables'] as const)
    if (sent[field] !== undefined)
      result[field] = restoreTree(sent[field], stored[field], masked[field], known) as JsonObject;
  return { ...sent, ...result };
}

/** Undoes every restored leaf that would no longer read back as the mask it replaced. */
function stillHidden(sent: Json, restored: Json, before: Json, after: Json): Json {
  if (typeof sent === 'string') return after === sent || after === before ? restored : sent;
  if (Array.isArray(sent))
    return sent.map((item, i) =>
      stillHidden(
        item,
        (restored as Json[])[i] as Json,
        (before as Json[])[i] as Json,
        (after as Json[])[i] as Json,
      ),
    );
  if (!isObject(sent)) return sent;
  const [r, b, a] = [restored, before, after] as (JsonObject | undefined)[];
  return Object.fromEntries(
    Object.entries(sent).map(([name, value]) => [
      name,
      stillHidden(value, r?.[name] as Json, b?.[name] as Json, a?.[name] as Json),
    ]),
  );
}

const ROUNDS = 3;

/**
 * What was sent, with masks replaced by the values stored at the same place. A caller may change the text around a
 * mask so that the credential is no longer recognized there and could be read back; such a mask is not replaced
 * (contract: HTTP requests 6).
 */
export function restoreMasked<Sent extends ContentChange>(sent: Sent, stored: RequestContent): Sent {
  if (!holdsMask(sent)) return sent;
  const asSent = maskContent(applyContentChange(stored, sent)).masked as unknown as Json;
  let restored = putBack(sent, stored);
  for (let round = 0; round < ROUNDS; round++) {
    const now = maskContent(applyContentChange(stored, restored)).masked as unknown as Json;
    const checked = stillHidden(sent as Json, restored as Json, asSent, now) as unknown as Sent;
    if (JSON.stringify(checked) === JSON.stringify(restored)) return restored;
    restored = checked;
  }
  return sent;
}
