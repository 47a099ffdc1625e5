import { expect, test } from 'vitest';
import { runInline } from '../../../../test/harness/run-inline.ts';
import { message, textOf } from '../../../kernel/messages/message.ts';
import { viewDetail, viewEntries, viewForTool } from './history.view.ts';

const ctx = { heavy: runInline };

const row = {
  id: '0198c0de-0000-7000-8000-000000000001',
  actionType: 'HTTP_REQUEST' as const,
  status: 'SUCCESS' as const,
  actionConfigId: null,
  actionConfigName: 'Tell the warehouse',
  trigger: 'test' as const,
  runId: null,
  stepId: null,
  workflow: null,
  actionConfigVersion: null,
  skippedRecipients: 0,
  captured: false,
  locale: null,
  recipients: null,
  attempts: 1,
  warningCount: 0,
  error: null,
  createdAt: new Date(0),
  startedAt: new Date(1),
  finishedAt: new Date(8),
};

test('puts the members of a list entry first and its own last', async () => {
  const [entry] = await viewEntries(ctx, [row]);
  const detail = await viewDetail(ctx, {
    ...row,
    request: { url: 'https://a.example' },
    response: null,
    warnings: [],
    timeline: [],
  });
  expect(entry?.durationMs).toBe(7);
  expect(Object.keys(detail)).toEqual([
    ...Object.keys(entry ?? {}),
    'request',
    'response',
    'warnings',
    'timeline',
  ]);
});

test('returns masked message codes to the app only', async () => {
  const refused = message('host_refused_recipient', {
    host: 'mx.example',
    answer: '550 no such user <maria.klein@example.com>',
  });
  const at = '2026-11-18T10:00:00.000Z';
  const failed = {
    ...{ ...row, error: textOf(refused), errorMessage: refused, request: null, response: null, warnings: [] },
    timeline: [{ at, event: 'failed', detail: textOf(refused), message: refused }],
  };
  const shown = JSON.stringify(await viewDetail({ ...ctx, via: 'app' }, failed));
  expect(JSON.parse(shown)).toMatchObject({
    errorMessage: { code: 'host_refused_recipient', params: { host: 'mx.example' } },
    timeline: [{ at, event: 'failed', message: { code: 'host_refused_recipient' } }],
  });
  expect(shown).not.toContain('maria.klein');
  for (const via of ['api', 'mcp']) {
    const other = await viewDetail({ ...ctx, via }, failed);
    expect(other).not.toHaveProperty('errorMessage');
    expect(other.timeline).toEqual([{ at, event: 'failed', detail: other.error }]);
  }
});

test('masks every field, in IDs only addresses, and text added by others (contract: History and stats 14)', async () => {
  const said = 'Hi Maria Klein, write to maria.klein@example.com';
  const added = {
    ...row,
    note: said,
    runId: 'aB3dE5fG7hJ9kL1mN3pQ5rS7',
    stepId: 'step of maria.klein@example.com',
  };
  const detail = await viewDetail(ctx, {
    ...added,
    actionConfigName: said,
    error: said,
    workflow: 'for maria.klein@example.com',
    request: { text: 'Authorization: Bearer hunter2' },
    response: said,
    warnings: [],
    timeline: [{ at: '2026-11-16T10:00:00.000Z', event: 'failed', detail: said }],
  });
  const shown = JSON.stringify(detail);
  expect(shown).not.toMatch(/Klein|maria\.klein|hunter2/);
  expect(detail).toMatchObject({
    id: row.id,
    runId: 'aB3dE5fG7hJ9kL1mN3pQ5rS7',
    stepId: 'step of ma******@example.com',
    workflow: 'for ma******@example.com',
    request: { text: 'Authorization: Bearer ********' },
    timeline: [{ at: '2026-11-16T10:00:00.000Z', event: 'failed' }],
  });
  expect((await viewEntries(ctx, [{ ...row, error: said }]))[0]?.error).toBe(detail.error);
});

test('returns responses for 25 recipients to a tool, with readable Message-IDs (contract: History and stats 8)', async () => {
  const messageId = '<0198c0de-7a1b-7000-8000-00000000f007.1@shop.example>';
  const recipients = Array.from({ length: 300 }, () => ({ recipient: 'an******@a.example', messageId }));
  const detail = await viewDetail(ctx, {
    ...row,
    request: null,
    response: { recipients },
    warnings: [],
    timeline: [],
  });
  expect(detail.response).toEqual({ recipients });
  const { response, truncated } = viewForTool(detail);
  expect(response).toEqual({ recipients: recipients.slice(0, 25) });
  expect(truncated).toBe(true);
});
