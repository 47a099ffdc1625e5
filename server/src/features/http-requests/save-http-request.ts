import { z } from 'zod';
import { etagOf, requireMatch } from '../../kernel/etag.ts';
import { invalid } from '../../kernel/fields.ts';
import type { ActorContext, Context } from '../../kernel/operation.ts';
import type { OpenVault } from '../../kernel/ports.ts';
import { anyJson, anyObject, passThrough, versioned } from '../../kernel/versioned.ts';
import { saveDocument, type WriteOptions } from '../documents/save-document.ts';
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
import { keepCredentials, maskRequest, resolveRequest } from './masking-work.rules.ts';
import type { requestVersionSummary } from './versions.schema.ts';
import { requestVersions } from './versions.store.ts';

export const requestSealContext = (id: string) => ({ table: 'http_requests', name: id });

const sealedContent = {
  name: z.string(),
  description: z.string(),
  url: z.string(),
  headers: passThrough<Record<string, string>>(z.record(z.string(), z.string())),
  body: anyJson,
  testVariables: anyObject,
};
const heldCredentials = z.object({
  authority: z.string(),
  host: z.string(),
  values: z.array(z.string()).nullable(),
  places: z.array(z.array(z.union([z.string(), z.number()]))),
});

type SealedContent = Omit<PlainRequest, 'method' | 'timeoutMs'>;

const CONTENT = 'content of an HTTP request';
/**
 * Content stored without the host that its credentials were entered for counts as entered for its own host.
 */
const firstContent = z
  .object(sealedContent)
  .transform((content) => ({ ...content, remembered: [], held: [] }));
const olderContents = versioned<Omit<SealedContent, 'remembered' | 'held'>>(CONTENT, firstContent);
const currentContents = versioned<SealedContent>(
  CONTENT,
  firstContent,
  z.object({ ...sealedContent, remembered: z.array(z.string()).default([]), held: z.array(heldCredentials) }),
);

/**
 * Content that does not need the second version is written in the first one, so that 0.3.0 can run it next to
 * this release, and after a rollback if this release only masked it (mask-stored-requests.ts).
 */
export const requestContents: typeof currentContents = {
  read: currentContents.read,
  write({ remembered, held, ...content }) {
    if (remembered.length === 0 && held.length === 0) return olderContents.write(content);
    return currentContents.write({ ...content, remembered, held });
  },
};

/** Rejects sent Liquid that does not parse; stored Liquid was checked when it was saved. */
export async function requireLiquid(ctx: Context, sent: SentFields): Promise<void> {
  const problems = await ctx.liquid.check(ctx.storeId, liquidTexts(sent));
  if (problems.length > 0) throw invalid(problems);
}

/**
 * Rejects a body declared as JSON that is not valid JSON, where that can be known; omitted members are kept.
 */
export function requireJsonBody(sent: SentFields, next: PlainRequest): void {
  if (sent.body === undefined && sent.headers === undefined) return;
  const problems = bodyProblems(next);
  if (problems.length > 0) throw invalid(problems);
}

/** Rejects masks without a stored value. */
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
  return { ...next, ...(await ctx.heavy(keepCredentials, { sent, stored, next })) };
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
  if (sealed === null)
    return {
      ...{ name, description, method, url, headers, body, timeoutMs, testVariables },
      ...{ remembered: [], held: [] },
    };
  const content = requestContents.read(vault.open(requestSealContext(row.id), sealed));
  return { ...content, name: content.name || name, method, timeoutMs };
}

type RequestSource = z.output<typeof requestVersionSummary>['source'];

interface RequestWrite extends WriteOptions<RequestSource> {
  /** Throws to reject the change. */
  change(stored: PlainRequest): PlainRequest | Promise<PlainRequest>;
}

/** Every change to a request goes through here and becomes a version (contract: HTTP requests 12). */
export async function saveHttpRequest(
  ctx: ActorContext,
  found: HttpRequestRow,
  { change, ...note }: RequestWrite,
): Promise<{ row: HttpRequestRow; plain: PlainRequest }> {
  const { id } = found;
  const vault = await ctx.vault.unlock();
  /** Must not query the database: others may hold every connection while they wait for the lock. */
  const plan = async (current: HttpRequestRow) => {
    requireMatch(ctx.ifMatch, etagOf(current));
    const stored = unsealRequest(vault, current);
    const next = await change(stored);
    const content = await toStored(ctx, vault, id, next);
    return { row: changedRequestRow(id, content), plain: next, summary: requestSummary(stored, next) };
  };
  return saveDocument(ctx, requestVersions, { id, found }, note, {
    find: () => findHttpRequest(ctx.db, id),
    revisionOf: ({ revision }) => revision,
    plan,
    lock: (tx) => lockHttpRequest(tx, id),
    replan: async (_tx, locked) => ({ plan: await plan(locked), locked }),
    write: ({ row, plain, summary }, _locked, given = summary) => ({
      ...{ rows: [row], summary: given },
      read: (rowsOf) => ({ row: rowsOf(row)[0] as HttpRequestRow, plain }),
    }),
  });
}
