import { z } from 'zod';
import { invalid } from '../../kernel/fields.ts';
import type { Context } from '../../kernel/operation.ts';
import type { OpenVault } from '../../kernel/ports.ts';
import { anyJson, anyObject, asIs, versioned } from '../../kernel/versioned.ts';
import { maskContent } from './credentials.rules.ts';
import { defaultName, liquidTexts, type PlainRequest, type SentFields } from './http-requests.rules.ts';
import type { HttpRequestContent, HttpRequestRow } from './http-requests.schema.ts';
import { bodyProblems } from './json-body.rules.ts';

const placeOf = (id: string) => ({ table: 'http_requests', name: id });

export const requestContents = versioned<Omit<PlainRequest, 'method' | 'timeoutMs'>>(
  'content of an HTTP request',
  z.object({
    name: z.string(),
    description: z.string(),
    url: z.string(),
    headers: asIs<Record<string, string>>(z.record(z.string(), z.string())),
    body: anyJson,
    testVariables: anyObject,
  }),
);

/** Refuses sent Liquid that does not parse; stored Liquid was checked when it was saved. */
export async function requireLiquid(ctx: Context, sent: SentFields): Promise<void> {
  const problems = await ctx.liquid.check(ctx.storeId, liquidTexts(sent));
  if (problems.length > 0) throw invalid(problems);
}

/** Refuses a body that says it is JSON and is not, where that can be known; what was not sent stays as it is. */
export function requireJsonBody(sent: SentFields, next: PlainRequest): void {
  if (sent.body === undefined && sent.headers === undefined) return;
  const problems = bodyProblems(next);
  if (problems.length > 0) throw invalid(problems);
}

/** As it is stored: named, masked, and sealed where something was masked. */
export function toStored(vault: OpenVault, id: string, plain: PlainRequest): HttpRequestContent {
  const { method, timeoutMs, ...content } = plain;
  const { masked, changed } = maskContent(content);
  const name = masked.name.trim() === '' ? defaultName(method, masked.url) : masked.name;
  const sealed = changed ? vault.seal(placeOf(id), requestContents.write(content)) : null;
  return { ...masked, name, method, timeoutMs, sealed };
}

/** The request with its credentials, for writing back and for running. */
export function fromStored(vault: OpenVault, row: HttpRequestRow): PlainRequest {
  const { method, timeoutMs, name, description, url, headers, body, testVariables, sealed } = row;
  if (sealed === null) return { name, description, method, url, headers, body, timeoutMs, testVariables };
  const content = requestContents.read(vault.open(placeOf(row.id), sealed));
  return { ...content, name: content.name || name, method, timeoutMs };
}
