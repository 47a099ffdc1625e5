import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from './client.ts';
import { retryWhenAvailable } from './retry-when-available.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const refused = (status: number, seconds?: number) =>
  new ApiError(
    status,
    'request budget of 300 per 60 s used up',
    null,
    new Headers(seconds === undefined ? {} : { 'Retry-After': String(seconds) }),
  );

/** Fails with each of these in turn, then succeeds. */
const after = (...failures: ApiError[]) =>
  vi.fn(async () => {
    const failure = failures.shift();
    if (failure) throw failure;
    return 'read';
  });

test('retries a read after the Retry-After of a 429', async () => {
  const read = after(refused(429, 12), refused(429, 1));
  const outcome = retryWhenAvailable(read);
  await vi.advanceTimersByTimeAsync(11_999);
  expect(read).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1001);
  await expect(outcome).resolves.toBe('read');
  expect(read).toHaveBeenCalledTimes(3);
});

test.each([refused(429), refused(429, 3600), refused(503, 1), refused(404)])(
  'rejects other errors at once: %o',
  async (refusal) => {
    await expect(retryWhenAvailable(after(refusal))).rejects.toBe(refusal);
  },
);

test('stops when aborted and after a limit', async () => {
  const leaving = new AbortController();
  const left = retryWhenAvailable(after(refused(429, 30)), leaving.signal);
  await vi.advanceTimersByTimeAsync(1000);
  leaving.abort(new Error('left'));
  await expect(left).rejects.toThrow('left');
  const read = after(...Array.from({ length: 9 }, () => refused(429, 1)));
  const kept = retryWhenAvailable(read).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await kept).toBeInstanceOf(ApiError);
  expect(read).toHaveBeenCalledTimes(5);
});
