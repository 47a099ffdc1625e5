import { describe, expect, it } from 'vitest';
import { credentialsOf } from './sent-credentials.rules.ts';

describe('a request as it is sent', () => {
  const sent = {
    method: 'POST' as const,
    url: 'https://me:horse-battery@example.com/orders?api_key=staple%2Bstaple&page=2',
    headers: { Authorization: 'Bearer correct-horse', 'X-Trace': 'order 1001' },
    body: '{"order":"ORD-2026-1","deep":[{"password":"p-1-p-2-p-3"}],"pin_code":4711}',
  };

  it('has the credentials of its URL, its headers and the members of its body', () => {
    expect([...credentialsOf(sent)]).toEqual(
      expect.arrayContaining([
        'horse-battery',
        'staple%2Bstaple',
        'staple+staple',
        'correct-horse',
        'p-1-p-2-p-3',
      ]),
    );
    for (const harmless of ['order 1001', 'ORD-2026-1', '2'])
      expect(credentialsOf(sent)).not.toContain(harmless);
  });

  it('may have a body that is not JSON, or no body', () => {
    expect(credentialsOf({ ...sent, body: 'token=abc-def-ghi&a=1' })).toContain('abc-def-ghi');
    expect(credentialsOf({ ...sent, headers: {}, url: 'https://example.com/', body: null }).size).toBe(0);
  });
});
