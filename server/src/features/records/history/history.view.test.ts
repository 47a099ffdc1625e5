import { expect, test } from 'vitest';
import { viewDetail, viewEntry } from './history.view.ts';

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
  error: null,
  createdAt: new Date(0),
  startedAt: new Date(1),
  finishedAt: new Date(8),
};

test('one entry begins as it does in the list, and what only it has comes after', () => {
  const entry = viewEntry(row);
  const detail = viewDetail({ ...row, request: { url: 'https://a.example' }, response: null, timeline: [] });
  expect(entry.durationMs).toBe(7);
  expect(Object.keys(detail)).toEqual([...Object.keys(entry), 'request', 'response', 'timeline']);
});
