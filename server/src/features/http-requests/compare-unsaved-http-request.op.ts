import { z } from 'zod';
import { OperationError } from '../../kernel/error.ts';
import { idInput } from '../../kernel/id.ts';
import { appOperation, type Context } from '../../kernel/operation.ts';
import type { ComparedSide } from './compare-sent.rules.ts';
import { comparedRequest, sentParts } from './compared-request.schema.ts';
import { type PreparedCall, renderCall } from './execute-http-request.ts';
import { changedFields, type PlainRequest, requireValidUrl, type SentFields } from './http-requests.rules.ts';
import { updateHttpRequestInput } from './http-requests.schema.ts';
import { maskComparison } from './masking-work.rules.ts';
import { assembleRequest } from './rendered-request.rules.ts';
import { requireHttpRequest } from './request-document.ts';
import { changedRequest, requireLiquid, unsealRequest } from './save-http-request.ts';

/** An `OperationError` is a result here, because the other side is shown next to it. */
async function orFault<T extends object>(work: () => Promise<T>): Promise<T | { fault: string }> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof OperationError && error.kind === 'invalid')) throw error;
    return { fault: error.message };
  }
}

/** The content that a save would write. */
async function writtenWith(ctx: Context, sent: SentFields, stored: PlainRequest): Promise<PlainRequest> {
  requireValidUrl(sent.url);
  await requireLiquid(ctx, sent);
  return changedRequest(ctx, sent, stored);
}

const sideOf = (call: PreparedCall | { fault: string }): ComparedSide =>
  'fault' in call
    ? call
    : {
        wire: assembleRequest(call.plain, call.texts, 'wire'),
        shown: assembleRequest(call.plain, call.texts, 'shown'),
      };

const secretsOf = (call: PreparedCall | { fault: string }) =>
  'fault' in call ? [] : Object.entries(call.secrets);

export const compareUnsavedHttpRequest = appOperation({
  name: 'compare_unsaved_http_request',
  summary: 'Compare what an HTTP request sends as saved with what it would send with unsaved changes.',
  description:
    'Both sides are rendered with the test variables as they would be saved, and masked as in history. Nothing is saved or sent, and no host name is looked up.',
  app: [{ method: 'POST', path: '/http-requests/:id/compare', role: 'editor' }],
  // It has no side effect.
  unaudited: true,
  input: z.object({ id: idInput('HTTP request'), ...updateHttpRequestInput.shape }),
  output: comparedRequest,
  find: requireHttpRequest,
  async run(ctx, { id: _id, ...sent }, row) {
    const stored = unsealRequest(await ctx.vault.unlock(), row);
    const next = await orFault(() => writtenWith(ctx, sent, stored));
    const { testVariables: variables } = 'fault' in next ? stored : next;
    const before = await orFault(() => renderCall(ctx, stored, variables));
    const after = 'fault' in next ? next : await orFault(() => renderCall(ctx, next, variables));
    const compared = await ctx.heavy(maskComparison, {
      knowledge: { secrets: [...secretsOf(before), ...secretsOf(after)], within: variables },
      values: {
        before: sideOf(before),
        after: sideOf(after),
        contents: 'fault' in next ? [stored] : [stored, next],
      },
    });
    const changed = 'fault' in next ? [...sentParts] : changedFields(stored, next);
    return {
      value: { ...compared, isSameText: !sentParts.some((part) => changed.includes(part)) },
    };
  },
});
