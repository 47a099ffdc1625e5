import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  beginExecution,
  type ExecutionOutcome,
  finishExecution,
} from '../../src/features/records/history/record-execution.store.ts';
import type { Outstep, TestKey } from '../harness/outstep.ts';
import { plainOrNull } from '../harness/plain-message.ts';
import { sharedOutstep } from '../harness/shared.ts';
import { callTool } from '../mcp/posts.ts';

let outstep: Outstep;
let key: TestKey;
const configs = { layout: '', request: '' };

type RunFields = {
  actionType: 'EMAIL' | 'HTTP_REQUEST';
  status: ExecutionOutcome['status'] | 'PENDING';
  error?: string;
};

async function insertRun({ actionType, status, error }: RunFields, createdAt = new Date()) {
  const db = outstep.core.database.forStore(key.storeId);
  const id = outstep.core.runtime.newId();
  await beginExecution(db, {
    storeId: key.storeId,
    id,
    actionType,
    actionConfigId: actionType === 'EMAIL' ? configs.layout : configs.request,
    actionConfigName: actionType === 'EMAIL' ? 'Order confirmation' : 'Tell the warehouse',
    trigger: 'workflow',
    runId: `run-${id}`,
    stepId: 'step-1',
    createdAt,
  });
  if (status !== 'PENDING') await finishExecution(db, id, outcome(status, createdAt, error ?? null));
  return id;
}

const outcome = (
  status: ExecutionOutcome['status'],
  startedAt: Date,
  error: string | null,
): ExecutionOutcome => ({
  status,
  error: plainOrNull(error),
  request: { method: 'POST', url: 'https://warehouse.example.com/' },
  response: { status: 200 },
  timeline: [{ at: startedAt.toISOString(), event: 'sent' }],
  attempts: 1,
  startedAt,
  finishedAt: new Date(startedAt.getTime() + 120),
});

beforeAll(async () => {
  outstep = await sharedOutstep();
  key = await outstep.newKey(await outstep.newStore(), 'read');
  configs.layout = outstep.core.runtime.newId();
  configs.request = outstep.core.runtime.newId();
  for (let i = 0; i < 6; i++) await insertRun({ actionType: 'EMAIL', status: 'SUCCESS' });
  for (let i = 0; i < 2; i++) await insertRun({ actionType: 'EMAIL', status: 'SKIPPED' });
  for (let i = 0; i < 3; i++)
    await insertRun({ actionType: 'HTTP_REQUEST', status: 'FAILED', error: `target answered 50${i}` });
  await insertRun({ actionType: 'HTTP_REQUEST', status: 'SUCCESS' });
  await insertRun({ actionType: 'HTTP_REQUEST', status: 'PENDING' });
});
afterAll(() => outstep.close());

const list = async (query = '') => (await outstep.call(key, 'GET', `/api/v1/history${query}`)).body;
const stats = async (query = '') => (await outstep.call(key, 'GET', `/api/v1/stats${query}`)).body;

describe('history', () => {
  test('lists email and HTTP runs newest first, without payloads (spec: Endpoint GET /api/v1/history; History entry 1; Conventions 2) (contract: Lists 4; History and stats 1)', async () => {
    const page = await list();
    expect(page).toMatchObject({ page: 1, limit: 25, total: 13, pages: 1 });
    expect(page.items[0]).toEqual({
      id: expect.any(String),
      actionType: 'HTTP_REQUEST',
      status: 'PENDING',
      actionConfigId: configs.request,
      actionConfigName: 'Tell the warehouse',
      trigger: 'workflow',
      runId: expect.stringMatching(/^run-/),
      stepId: 'step-1',
      workflow: null,
      actionConfigVersion: null,
      skippedRecipients: 0,
      locale: null,
      recipients: null,
      warningCount: 0,
      captured: false,
      attempts: 0,
      error: null,
      createdAt: expect.any(String),
      startedAt: null,
      finishedAt: null,
      durationMs: null,
    });
    expect(page.items.at(-1)).toMatchObject({ actionType: 'EMAIL', status: 'SUCCESS', durationMs: 120 });
  });

  test.each([
    ['?actionType=EMAIL', 8],
    ['?actionType=HTTP_REQUEST', 5],
    ['?actionType=email', 13],
    ['?actionType=nonsense', 13],
    ['?status=PENDING', 1],
    ['?status=SUCCESS', 7],
    ['?status=FAILED', 3],
    ['?status=SKIPPED', 2],
    ['?actionType=EMAIL&status=FAILED', 0],
    ['?actionType=HTTP_REQUEST&status=FAILED', 3],
  ])(
    '%s finds %i (spec: History filter rules 1; History filter rules 2; History filter rules 3; Errors 2; History entry 2; State PENDING; State SUCCESS; State FAILED)',
    async (query, total) => {
      const page = await list(query);
      expect(page.total).toBe(total);
      expect(page.items).toHaveLength(total);
    },
  );

  test('filters by actionConfigId; returns an empty list for no match (spec: History entry 2)', async () => {
    expect((await list(`?actionConfigId=${configs.layout}`)).total).toBe(8);
    expect((await list(`?actionConfigId=${configs.request}&status=PENDING`)).total).toBe(1);
    expect(await list(`?actionConfigId=${outstep.core.runtime.newId()}`)).toMatchObject({
      items: [],
      total: 0,
    });
    expect(await list('?actionConfigId=nonsense')).toMatchObject({ items: [], total: 0 });
  });

  test('400 for an unknown status; a limit above 100 counts as 100 (spec: History filter rules 3; Limit: limit parameter)', async () => {
    const answer = await outstep.call(key, 'GET', '/api/v1/history?status=DONE');
    expect(answer).toMatchObject({
      status: 400,
      body: { error: 'status: must be one of PENDING, SUCCESS, FAILED, SKIPPED' },
    });
    expect((await list('?limit=500')).limit).toBe(100);
  });

  test('one entry with request, response and timeline; 404 for another (spec: Endpoint GET /api/v1/history/:id; History entry 1)', async () => {
    const id = (await list('?status=FAILED')).items[0].id;
    const { status, body } = await outstep.call(key, 'GET', `/api/v1/history/${id}`);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      id,
      status: 'FAILED',
      error: 'target answered 502',
      request: { method: 'POST', url: 'https://warehouse.example.com/' },
      response: { status: 200 },
      timeline: [{ event: 'sent' }],
    });
    expect((await outstep.call(key, 'GET', `/api/v1/history/${outstep.core.runtime.newId()}`)).status).toBe(
      404,
    );
  });

  test('an execution ends once and never reopens (contract: History and stats 2)', async () => {
    const id = await insertRun({ actionType: 'EMAIL', status: 'SUCCESS' });
    const db = outstep.core.database.forStore(key.storeId);
    const before = await stats();
    expect(await finishExecution(db, id, outcome('FAILED', new Date(), 'late'))).toBe(false);
    expect((await outstep.call(key, 'GET', `/api/v1/history/${id}`)).body.status).toBe('SUCCESS');
    expect((await stats()).totals).toEqual(before.totals);
  });

  test('totals are exact while 32 writers finish executions (contract: History and stats 6)', async () => {
    const before = (await list()).total;
    const writers = Promise.all(
      Array.from({ length: 32 }, async () => {
        for (let i = 0; i < 5; i++) await insertRun({ actionType: 'EMAIL', status: 'SUCCESS' });
      }),
    );
    await writers;
    expect((await list()).total).toBe(before + 160);
    expect((await list('?status=SUCCESS&actionType=EMAIL')).total).toBe(
      (await stats()).byActionType[0].success,
    );
  });
});

describe('stats', () => {
  test('totals, success rate without SKIPPED, by type and by day, top failures (spec: Endpoint GET /api/v1/stats; Stats 1; State SKIPPED)', async () => {
    const body = await stats();
    const { totals } = body;
    expect(body.days).toBe(30);
    expect(totals).toMatchObject({ failed: 3, skipped: 2, pending: 1 });
    expect(totals.total).toBe(totals.success + 6);
    expect(body.successRate).toBe(totals.success / (totals.success + 3));
    expect(body.byActionType.map((each: { actionType: string }) => each.actionType)).toEqual([
      'EMAIL',
      'HTTP_REQUEST',
    ]);
    expect(body.byActionType[1]).toMatchObject({
      total: 5,
      success: 1,
      failed: 3,
      pending: 1,
      successRate: 0.25,
    });
    expect(body.byDay).toHaveLength(30);
    expect(body.byDay.at(-1)).toMatchObject({ day: new Date().toISOString().slice(0, 10), failed: 3 });
    expect(body.topFailures).toEqual([
      {
        actionType: 'HTTP_REQUEST',
        actionConfigId: configs.request,
        actionConfigName: 'Tell the warehouse',
        failed: 3,
        lastError: 'target answered 502',
        lastFailedAt: expect.any(String),
      },
    ]);
  });

  test('separates workflow, test and replay and can exclude tests (contract: History and stats 10)', async () => {
    const storeId = await outstep.newStore();
    const reader = await outstep.newKey(storeId, 'read');
    const db = outstep.core.database.forStore(storeId);
    const run = async (trigger: 'workflow' | 'test' | 'replay', status: ExecutionOutcome['status']) => {
      const id = outstep.core.runtime.newId();
      const names = { actionConfigId: configs.layout, actionConfigName: 'Order confirmation' };
      const [actionType, createdAt] = ['EMAIL' as const, new Date()];
      await beginExecution(db, { storeId, id, actionType, ...names, trigger, createdAt });
      await finishExecution(
        db,
        id,
        outcome(status, createdAt, status === 'FAILED' ? `${trigger} failed` : null),
      );
    };
    const ask = async (query: string) => (await outstep.call(reader, 'GET', `/api/v1/stats${query}`)).body;
    await run('test', 'FAILED');
    await run('test', 'SUCCESS');
    expect(await ask('?withoutTests=true')).toMatchObject({ totals: { total: 0 }, topFailures: [] });
    await run('workflow', 'FAILED');
    await run('test', 'FAILED');
    await run('replay', 'SUCCESS');
    expect((await ask('')).byTrigger).toEqual([
      { trigger: 'workflow', total: 1, success: 0, failed: 1, skipped: 0, pending: 0, successRate: 0 },
      { trigger: 'test', total: 3, success: 1, failed: 2, skipped: 0, pending: 0, successRate: 1 / 3 },
      { trigger: 'replay', total: 1, success: 1, failed: 0, skipped: 0, pending: 0, successRate: 1 },
    ]);
    expect(await ask('?withoutTests=true')).toMatchObject({
      totals: { total: 2, success: 1, failed: 1 },
      successRate: 0.5,
      topFailures: [{ failed: 1, lastError: 'workflow failed' }],
    });
    expect(await ask('?withoutTests=no')).toMatchObject({ totals: { total: 5 } });
  });

  test('days: 30 by default, 365 at most, more counts as 365 (spec: Limit: days parameter)', async () => {
    expect((await stats('?days=365')).byDay).toHaveLength(365);
    expect((await stats('?days=9999')).days).toBe(365);
    expect((await stats('?days=1')).byDay).toHaveLength(1);
    expect((await outstep.call(key, 'GET', '/api/v1/stats?days=0')).status).toBe(400);
  });

  test('returns no rate when nothing finished (contract: History and stats 6)', async () => {
    const empty = await outstep.newKey(await outstep.newStore(), 'read');
    const { body } = await outstep.call(empty, 'GET', '/api/v1/stats');
    expect(body).toMatchObject({ totals: { total: 0 }, successRate: null, topFailures: [] });
  });

  test('names ignored query parameters (contract: Fields 5; History and stats 4)', async () => {
    const ignored = async (query: string) =>
      (await outstep.call(key, 'GET', `/api/v1/${query}`)).headers.get('x-ignored-parameters');
    expect(await ignored('history?actionType=nonsense&limit=1')).toBe('actionType');
    expect(await ignored('history?actionType=EMAIL&status=&limit=1')).toBeNull();
    expect(await ignored('history?state=FAILED&page=1&actionType=email')).toBe('state, actionType');
    expect(await ignored('stats?day=7')).toBe('day');
    const twice = 'history?actionType=EMAIL&actionType=EMAIL';
    expect((await outstep.call(key, 'GET', `/api/v1/${twice}`)).body.total).toBe((await list()).total);
    expect(await ignored(twice)).toBe('actionType');
    const posted = await outstep.call(key, 'POST', '/api/v1/email-templates/preview?locale=de', {
      subject: 'S',
    });
    expect(posted.headers.get('x-ignored-parameters')).toBe('locale');
    expect(posted.headers.get('x-ignored-fields')).toBeNull();

    const tool = (args: object) => callTool(outstep, key, 'list_history', args);
    const [known, unknown] = [await tool({ actionType: 'EMAIL' }), await tool({ actionType: 'email' })];
    expect([known.value.total, known.notes]).toEqual([(await list('?actionType=EMAIL')).total, []]);
    expect(unknown.value.total).toBe((await list()).total);
    expect(unknown.notes).toEqual(['Ignored: actionType, because its value is unknown.']);
    expect((await tool({ status: 'failed' })).text).toContain('status: must be one of');
  });

  test('the tools list and return the same as REST (spec: Tool list_history; Tool get_history_entry)', async () => {
    const ask = async (name: string, args: object) => {
      const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } };
      const { body } = await outstep.call(key, 'POST', '/api/mcp', message, {
        'content-type': 'application/json',
      });
      return body.result.structuredContent;
    };
    const page = await ask('list_history', { status: 'FAILED', actionType: 'HTTP_REQUEST' });
    expect(page).toEqual(await list('?status=FAILED&actionType=HTTP_REQUEST'));
    const id = page.items[0].id;
    const { body } = await outstep.call(key, 'GET', `/api/v1/history/${id}`);
    expect(await ask('get_history_entry', { id })).toEqual({ ...body, truncated: false });
  });

  test('the tool also returns what the key can do (spec: Authentication 7; Tool get_stats) (contract: Tool server 6)', async () => {
    const message = {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'get_stats', arguments: { days: 7 } },
    };
    const { body } = await outstep.call(key, 'POST', '/api/mcp', message, {
      'content-type': 'application/json',
    });
    expect(body.result.structuredContent).toMatchObject({ days: 7, key: { level: 'read', can: ['read'] } });
  });
});
