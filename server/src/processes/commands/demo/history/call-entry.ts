import { seconds } from '../../../../adapters/outbound/outbound-error.ts';
import type { RetrySchedule } from '../../../../features/delivery/ledger/retry.rules.ts';
import {
  historyOf,
  prepareCall,
  sendHttpRequest,
} from '../../../../features/http-requests/execute-http-request.ts';
import type { HttpRequestRow } from '../../../../features/http-requests/http-requests.schema.ts';
import { errorOf } from '../../../../features/http-requests/outcome.rules.ts';
import type { JsonObject } from '../../../../kernel/json.ts';
import { message } from '../../../../kernel/messages/message.ts';
import type { Context } from '../../../../kernel/operation.ts';
import type { OutboundOutcome } from '../../../../kernel/outbound.ts';
import type { SeededRandom } from '../content/seeded.ts';
import { attemptsThrough, outageOf } from './attempts.rules.ts';
import type { DemoEntry } from './entry.ts';
import type { DemoRun } from './month.rules.ts';

export interface DemoRequest {
  row: HttpRequestRow;
  answers: { status: number; body: string };
}

const answered = (status: number, body: string): OutboundOutcome => ({
  ...{ kind: 'answered', status, body, bytes: Buffer.byteLength(body), truncated: false },
  headers: body.startsWith('{') ? { 'content-type': 'application/json' } : { 'content-type': 'text/plain' },
  ...{ redirectTo: null, address: '', durationMs: 0 },
});

const busy = answered(503, 'service temporarily unavailable');

/** The target's response to the last attempt. */
function outcomeOf({ fate }: DemoRun, { row, answers }: DemoRequest): OutboundOutcome {
  if (fate === 'rejected') return answered(422, '{"error":"order already exists"}');
  if (fate === 'unauthorized') return answered(401, '{"error":"API key expired"}');
  if (fate !== 'unheard') return answered(answers.status, answers.body);
  const sentence = message('answer_timeout', {
    host: new URL(row.url).hostname,
    time: seconds(row.timeoutMs),
  });
  return { kind: 'failed', reason: 'timeout', sentence, sent: true, status: null, durationMs: row.timeoutMs };
}

const CENTS = 100;

/** The variables that the workflow passes to the call for an order. */
function variablesOf({ order, customer }: DemoRun): JsonObject {
  const cents = 1_900 + ((order * 3_701) % 31_000);
  return {
    order: { name: `#${order}`, total: (cents / CENTS).toFixed(2), points: Math.floor(cents / CENTS) },
    customer: { id: customer.id, city: customer.city },
  };
}

/** A call of the month: rendered and masked like any other, but never sent. */
export async function callEntry(
  ctx: Context,
  run: DemoRun,
  request: DemoRequest,
  { schedule, random }: { schedule: RetrySchedule; random: SeededRandom },
): Promise<DemoEntry> {
  const { row } = request;
  const trouble = {
    at: run.at,
    troubleMs: outageOf(run.fate),
    sentence: errorOf(busy) ?? message('target_answered', { status: 503 }),
  };
  const { retries, attempt, beginsAt, isWell } = attemptsThrough(trouble, schedule);
  const outcome = isWell ? outcomeOf(run, request) : busy;
  const times = [beginsAt, beginsAt + (outcome.durationMs || random.between(45, 900))];
  const prepared = await prepareCall(ctx, row, () => variablesOf(run));
  const made = await sendHttpRequest(
    {
      ...ctx,
      now: () => new Date(times.shift() ?? beginsAt),
      outbound: { send: async () => outcome, download: (...asked) => ctx.outbound.download(...asked) },
    },
    prepared,
  );
  const ended = historyOf(made, attempt);
  return {
    ...{ actionType: 'HTTP_REQUEST', configId: row.id, configName: row.name, mail: null, suppresses: null },
    warnings: made.warnings,
    outcome: { ...ended, startedAt: new Date(run.at), timeline: [...retries, ...ended.timeline] },
  };
}
