import { z } from 'zod';
import { OperationError } from '../../kernel/error.ts';
import { invalid, invalidField } from '../../kernel/fields.ts';
import { id, idInput, timestampOfId } from '../../kernel/id.ts';
import { jsonObject } from '../../kernel/json.ts';
import { message } from '../../kernel/messages/message.ts';
import { operation } from '../../kernel/operation.ts';
import { externalCallTool } from '../../kernel/tool-annotations.ts';
import { requireSending } from '../delivery/ledger/hold.store.ts';
import { laneOfStore } from '../delivery/ledger/lanes.rules.ts';
import { type Claim, insertClaimedStep } from '../delivery/ledger/ledger.store.ts';
import { reportAttempt } from '../delivery/ledger/report-attempt.ts';
import { shownStep } from '../delivery/steps/shown-references.ts';
import { wordMacs } from '../records/history/search-words.rules.ts';
import { holdsMask } from './credentials.rules.ts';
import {
  endCall,
  leaseOf,
  prepareCall,
  rejectHeldCredentials,
  sendHttpRequest,
} from './execute-http-request.ts';
import { methods } from './http-requests.schema.ts';
import { resolveTestVariables } from './masking-work.rules.ts';
import { wasRefusedLocally } from './outcome.rules.ts';
import { requireHttpRequest } from './request-document.ts';

const headers = z.record(z.string(), z.string());

/** Runs a request and returns what was sent and received, masked (contract: HTTP requests 7). */
export const testHttpRequest = operation({
  name: 'test_http_request',
  summary: 'Run an HTTP request against its real target.',
  description:
    'Sends a live request to a third party and records it in history. Returns what was sent and received, masked. The status is 502 if the target failed and 400 if the request could not be run.',
  access: 'execute',
  budget: 'execute',
  rest: [{ method: 'POST', path: '/http-requests/:id/test' }],
  tool: { name: 'test_http_request', title: 'Run an HTTP request', annotations: externalCallTool },
  input: z.object({
    id: idInput('HTTP request'),
    variables: jsonObject
      .optional()
      .describe('Values for {{ variables.path }}. Default: the test variables of the request.'),
  }),
  output: z.object({
    executionId: id,
    status: z.literal('SUCCESS'),
    request: z.object({ method: z.enum(methods), url: z.string(), headers, body: z.string().nullable() }),
    response: z.object({
      status: z.int(),
      headers,
      body: z.string(),
      bytes: z.int(),
      truncated: z.boolean(),
    }),
    durationMs: z.int(),
  }),
  find: requireHttpRequest,
  async run(ctx, { variables }, row) {
    const began = performance.now();
    await requireSending(ctx.db);
    const prepared = await prepareCall(ctx, row, async (plain) => {
      if (!variables || holdsMask(variables)) rejectHeldCredentials(plain, true);
      if (!variables) return plain.testVariables;
      const outcome = await ctx.heavy(resolveTestVariables, { variables, stored: plain });
      if ('problems' in outcome) throw invalid(outcome.problems);
      return outcome.resolved;
    });
    const given = { variables: prepared.variables, secrets: Object.entries(prepared.secrets) };
    const { words } = await shownStep(ctx, { runId: null, stepId: null, workflow: null }, given);
    const executionId = ctx.newId();
    const execution = {
      storeId: ctx.storeId,
      id: executionId,
      actionType: 'HTTP_REQUEST',
      actionConfigId: row.id,
      actionConfigName: row.name,
      trigger: 'test',
      createdAt: timestampOfId(executionId),
    } as const;
    let claim: Claim | null = null;
    const begin = async () => {
      claim ??= await insertClaimedStep(ctx.db, execution, {
        ...laneOfStore(ctx.storeId),
        leaseMs: leaseOf(prepared.plain),
        words: wordMacs(await ctx.vault.unlock(), words),
      });
      return claim;
    };
    const made = await sendHttpRequest(ctx, prepared, async () => {
      await begin();
    });
    // It never ran, so history has no entry for it (contract: HTTP requests 8).
    if (wasRefusedLocally(made.outcome))
      throw invalidField('url', made.shown.error ?? message('url_invalid'));
    const held = await begin();
    const state = await endCall(ctx, held, made, 1);
    const ref = { ...held, attempt: 1 };
    reportAttempt(ctx, { ref, row: execution }, state, began);
    const { error, request, response } = made.shown;
    if (error !== null || response === null) {
      throw new OperationError(
        'target_failed',
        message('with_history_entry', { error: error ?? message('not_done'), id: executionId }),
        {
          executionId,
        },
      );
    }
    const { durationMs } = made.outcome;
    return { value: { executionId, status: 'SUCCESS' as const, request, response, durationMs }, executionId };
  },
});
