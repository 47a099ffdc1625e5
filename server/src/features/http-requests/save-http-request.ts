import { z } from 'zod';
import { etagOf, requireMatch } from '../../kernel/etag.ts';
import { invalid } from '../../kernel/fields.ts';
import type { ActorContext, Context } from '../../kernel/operation.ts';
import type { OpenVault } from '../../kernel/ports.ts';
import { anyJson, anyObject, passThrough, versioned } from '../../kernel/versioned.ts';
import { saveDocument, type WriteNote } from '../documents/save-document.ts';
import {
  applyRequestChange,
  defaultName,
  liquidTexts,
  type PlainRequest,
  requestSummary,
  type SentFields,
} from './http-requests.rules.ts';
import type { HttpRequestContent, HttpRequestRow } from './http-requests.schema.ts';
import { changedRequestRow, findHttpRequest, lockHttpRequest } from './http-requests.store.ts';
import { bodyProblems } from './json-body.rules.ts';
import { maskRequest, resolveRequest } from './masking-work.rules.ts';
import type { requestVersionSummary } from './versions.schema.ts';
import { requestVersions } from './versions.store.ts';

export const requestSealContext = (id: string) => ({ table: 'http_requests', name: id });

export const requestContents = versioned<Omit<PlainRequest, 'method' | 'timeoutMs'>>(
  'content of an HTTP request',
  z.object({
    name: z.string(),
    description: z.string(),
    url: z.string(),
    headers: passThrough<Record<string, string>>(z.record(z.string(), z.string())),
    body: anyJson,
    testVariables: anyObject,
  }),
);

/** Refuses sent Liquid that does not parse; stored Liquid was checked when it was saved. */
export async function requireLiquid(ctx: Context, sent: SentFields): Promise<void> {
  const problems = await ctx.liquid.check(ctx.storeId, liquidTexts(sent));
  if (problems.length > 0) throw invalid(problems);
}

/** Rejects a body declared as JSON that is not valid JSON, where that can be known; omitted members stay unchanged. */
export function requireJsonBody(sent: SentFields, next: PlainRequest): void {
  if (sent.body === undefined && sent.headers === undefined) return;
  const problems = bodyProblems(next);
  if (problems.length > 0) throw invalid(problems);
}

/** Refuses masks with nothing behind them. */
export async function withoutMasks<Sent extends SentFields>(
  { heavy }: Pick<Context, 'heavy'>,
  sent: Sent,
  stored: PlainRequest | null,
): Promise<Sent> {
  const outcome = await heavy(resolveRequest, { sent, stored });
  if ('problems' in outcome) throw invalid(outcome.problems);
  return outcome.resolved as Sent;
}

/** The request with the sent members applied. */
export async function changedRequest(
  ctx: Pick<Context, 'heavy'>,
  sent: SentFields,
  stored: PlainRequest,
): Promise<PlainRequest> {
  const next = applyRequestChange(stored, await withoutMasks(ctx, sent, stored));
  requireJsonBody(sent, next);
  return next;
}

/** The stored form: named, masked, and sealed where something was masked. */
export async function toStored(
  { heavy }: Pick<Context, 'heavy'>,
  vault: OpenVault,
  id: string,
  plain: PlainRequest,
): Promise<HttpRequestContent> {
  const { method, timeoutMs, ...content } = plain;
  const { masked, changed } = await heavy(maskRequest, content);
  const name = masked.name.trim() === '' ? defaultName(method, masked.url) : masked.name;
  const sealed = changed ? vault.seal(requestSealContext(id), requestContents.write(content)) : null;
  return { ...masked, name, method, timeoutMs, sealed };
}

/** The request with its credentials, for writing back and for running. */
export function unsealRequest(
  vault: OpenVault,
  row: HttpRequestContent & Pick<HttpRequestRow, 'id'>,
): PlainRequest {
  const { method, timeoutMs, name, description, url, headers, body, testVariables, sealed } = row;
  if (sealed === null) return { name, description, method, url, headers, body, timeoutMs, testVariables };
  const content = requestContents.read(vault.open(requestSealContext(row.id), sealed));
  return { ...content, name: content.name || name, method, timeoutMs };
}

type RequestSource = z.output<typeof requestVersionSummary>['source'];

interface RequestWrite extends WriteNote<RequestSource> {
  /** Refuses by throwing. */
  change(stored: PlainRequest): PlainRequest | Promise<PlainRequest>;
}

/** Every change to a request goes through here and is a version (contract: HTTP requests 12). */
export async function saveHttpRequest(
  ctx: ActorContext,
  found: HttpRequestRow,
  { change, ...note }: RequestWrite,
): Promise<HttpRequestRow> {
  const { id } = found;
  const vault = await ctx.vault.unlock();
  /** Asks the database for nothing: others may hold every connection while they wait for the lock. */
  const plan = async (current: HttpRequestRow) => {
    requireMatch(ctx.ifMatch, etagOf(current));
    const stored = unsealRequest(vault, current);
    const next = await change(stored);
    const content = await toStored(ctx, vault, id, next);
    return { row: changedRequestRow(id, content), summary: requestSummary(stored, next) };
  };
  return saveDocument(ctx, requestVersions, { id, found }, note, {
    find: () => findHttpRequest(ctx.db, id),
    revisionOf: ({ revision }) => revision,
    plan,
    lock: (tx) => lockHttpRequest(tx, id),
    replan: async (_tx, locked) => ({ plan: await plan(locked), locked }),
    write: ({ row, summary }, _locked, given = summary) => ({
      ...{ rows: [row], summary: given },
      read: (rowsOf) => rowsOf(row)[0] as HttpRequestRow,
    }),
  });
}
