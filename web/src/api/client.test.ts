import { afterEach, expect, test, vi } from 'vitest';
import { call } from './client.ts';

afterEach(() => vi.unstubAllGlobals());

test('calls send the page’s language, which the server uses for emails', async () => {
  const sent: Headers[] = [];
  vi.stubGlobal('fetch', async (_path: string, { headers }: RequestInit) => {
    sent.push(new Headers(headers));
    return new Response('{}');
  });
  await call('GET', '/app/api/sign-in');
  vi.stubGlobal('document', { documentElement: { lang: 'de' } });
  await call('POST', '/app/auth/request-password-reset', { body: {}, needsSession: false });
  expect(sent.map((headers) => headers.get('accept-language'))).toEqual([null, 'de']);
});
