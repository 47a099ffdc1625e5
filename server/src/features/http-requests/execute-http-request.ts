import { invalid } from '../../kernel/fields.ts';
import type { JsonObject } from '../../kernel/json.ts';
import type { Context } from '../../kernel/operation.ts';
import type { OutboundOutcome } from '../../kernel/outbound.ts';
import type { RenderedText } from '../../kernel/ports.ts';
import { resolveSecrets } from '../access/secrets/resolve-secrets.ts';
import type { EndState } from '../delivery/ledger/ledger.schema.ts';
import { type Claim, endStepWork } from '../delivery/ledger/ledger.store.ts';
import { retryWhileDatabaseDown } from '../delivery/ledger/retry-while-database-down.ts';
import { LEASE_MARGIN_MS } from '../delivery/ledger/work.ts';
import type { Warning } from '../records/history/history.schema.ts';
import { addWarnings, type ExecutionOutcome } from '../records/history/record-execution.store.ts';
import { secretHostsOf } from '../records/masking/secret-hosts.rules.ts';
import { heldCredentialProblems } from './credential-hosts.rules.ts';
import type { PlainRequest } from './http-requests.rules.ts';
import type { HttpRequestRow } from './http-requests.schema.ts';
import { maskCall } from './masking-work.rules.ts';
import type { ShownCall } from './outcome.rules.ts';
import { refuseForbiddenHost } from './refuse-forbidden-host.ts';
import { assembleRequest, requestProblems, requestTexts } from './rendered-request.rules.ts';
import { unsealRequest } from './save-http-request.ts';

/** A configured request with everything filled in, not sent yet. */
export interface PreparedCall {
  plain: PlainRequest;
  variables: JsonObject;
  texts: RenderedText[];
  secrets: Record<string, string>;
}

/** A call of a saved request. */
export interface SavedCall extends PreparedCall {
  hasCredentials: boolean;
}

export async function prepareCall(
  ctx: Context,
  row: HttpRequestRow,
  variablesFor: (plain: PlainRequest) => JsonObject | Promise<JsonObject>,
): Promise<SavedCall> {
  const plain = unsealRequest(await ctx.vault.unlock(), row);
  const call = await renderCall(ctx, plain, await variablesFor(plain));
  return { ...call, hasCredentials: row.sealed !== null };
}

/** A credential is sent only to the host that it was entered for (contract: HTTP requests 17). */
export function rejectHeldCredentials(plain: PlainRequest, usesTestVariables: boolean): void {
  const problems = heldCredentialProblems(plain, usesTestVariables);
  if (problems.length > 0) throw invalid(problems);
}

/**
 * Renders with the given variables. Rejects a request that cannot be sent: a person has to fix it, and no
 * call was made.
 */
export async function renderCall(
  ctx: Context,
  plain: PlainRequest,
  variables: JsonObject,
): Promise<PreparedCall> {
  rejectHeldCredentials(plain, false);
  const texts = requestTexts(plain);
  const used = await ctx.renderer.uses(ctx.storeId, texts);
  if ('problems' in used) throw invalid(used.problems);
  const { values: secrets, permissions } = await resolveSecrets(
    ctx,
    used.uses.flatMap((use) => use.secrets),
  );
  const outcome = await ctx.renderer.render(ctx.storeId, { texts, variables, secrets, escape: 'none' });
  if ('problems' in outcome) throw invalid(outcome.problems);
  const problems = requestProblems(plain, outcome.texts);
  if (problems.length > 0) throw invalid(problems);
  await refuseForbiddenHost(ctx, { plain, variables, texts: outcome.texts, secrets }, permissions);
  return { plain, variables, texts: outcome.texts, secrets };
}

/** A call that was made; `shown` is masked. */
export interface CompletedCall {
  shown: ShownCall;
  warnings: Warning[];
  outcome: OutboundOutcome;
  startedAt: Date;
  finishedAt: Date;
}

export async function sendHttpRequest(
  ctx: Context,
  { plain, variables, texts, secrets, hasCredentials }: SavedCall,
  beforeSend: () => Promise<void> = async () => undefined,
): Promise<CompletedCall> {
  const startedAt = ctx.now();
  const wire = assembleRequest(plain, texts, 'wire');
  const shown = assembleRequest(plain, texts, 'shown');
  const outcome = await ctx.outbound.send({ ...wire, timeoutMs: plain.timeoutMs, beforeSend });
  const finishedAt = ctx.now();
  const masked = await ctx.heavy(maskCall, {
    knowledge: {
      secrets: [...Object.entries(secrets), ...secretHostsOf(wire.url, shown.url)],
      within: variables,
    },
    values: {
      saved: hasCredentials ? plain : null,
      wire,
      shown,
      outcome,
      missing: texts
        .filter(({ missing }) => missing.length > 0)
        .map(({ path, missing }) => ({ path, missing })),
    },
  });
  return { ...masked, outcome, startedAt, finishedAt };
}

/** By then, the call has been recorded, or its process is gone. */
export const leaseOf = ({ timeoutMs }: Pick<PlainRequest, 'timeoutMs'>) => timeoutMs + LEASE_MARGIN_MS;

/** How the execution of a call ends. */
export function historyOf(
  { shown, startedAt, finishedAt }: CompletedCall,
  attempts: number,
): ExecutionOutcome {
  const { error } = shown;
  return {
    status: error === null ? 'SUCCESS' : 'FAILED',
    error,
    request: { ...shown.request },
    response: shown.response,
    timeline: [
      { at: startedAt.toISOString(), event: 'sent' },
      {
        at: finishedAt.toISOString(),
        event: error === null ? 'answered' : 'failed',
        ...(error && { detail: error }),
      },
    ],
    attempts,
    startedAt,
    finishedAt,
  };
}

/** Records the call and ends its execution; returns how it ended. */
export async function endCall(
  ctx: Context,
  claim: Claim,
  made: CompletedCall,
  attempts: number,
): Promise<EndState> {
  const { outcome, shown } = made;
  const unheard = outcome.kind === 'failed' && outcome.sent && outcome.status === null;
  const state = shown.error === null ? 'sent' : unheard ? 'unknown' : 'failed';
  const ending = historyOf(made, attempts);
  await retryWhileDatabaseDown(async () => {
    if (made.warnings.length > 0) await addWarnings(ctx.db, claim.executionId, made.warnings);
    await endStepWork(ctx, claim, state, ending);
  });
  return state;
}
