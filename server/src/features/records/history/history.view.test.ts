import { expect, test } from 'vitest';
import { viewDetail, viewEntry, viewForTool } from './history.view.ts';

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
  locale: null,
  recipients: null,
  attempts: 1,
  warningCount: 0,
  error: null,
  createdAt: new Date(0),
  startedAt: new Date(1),
  finishedAt: new Date(8),
};

test('one entry begins as it does in the list, and what only it has comes after', () => {
  const entry = viewEntry(row);
  const detail = viewDetail({
    ...row,
    request: { url: 'https://a.example' },
    response: null,
    warnings: [],
    timeline: [],
  });
  expect(entry.durationMs).toBe(7);
  expect(Object.keys(detail)).toEqual([...Object.keys(entry), 'request', 'response', 'warnings', 'timeline']);
});

test('a tool gets the answers for 25 recipients, and Message-IDs stay readable (contract: History and stats 8)', () => {
  const messageId = '<0198c0de-7a1b-7000-8000-00000000f007.1@shop.example>';
  const recipients = Array.from({ length: 300 }, () => ({ recipient: 'an******@a.example', messageId }));
  const detail = viewDetail({ ...row, request: null, response: { recipients }, warnings: [], timeline: [] });
  expect(detail.response).toEqual({ recipients });
  const { response, truncated } = viewForTool(detail);
  expect(response).toEqual({ recipients: recipients.slice(0, 25) });
  expect(truncated).toBe(true);
});
