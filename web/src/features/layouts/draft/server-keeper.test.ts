import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '../../../api/client.ts';
import { AUTOSAVE_DELAY_MS, createDraftAutosave, type DraftStatus, LONGEST_MS } from './server-keeper.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Starts a keeper with a fake server that has one draft. */
function start(known: number | null = 0) {
  const sent: string[] = [];
  const said: DraftStatus[] = [];
  const server = {
    revision: known ?? 0,
    text: null as string | null,
    fails: null as unknown,
    calls: 0,
    parting: 0,
  };
  const keeper = createDraftAutosave({
    async put(text, revision, { keepalive }) {
      server.calls++;
      if (keepalive) server.parting++;
      await Promise.resolve();
      if (server.fails) throw server.fails;
      if (revision !== server.revision) throw new ApiError(412, '');
      sent.push(text);
      server.text = text;
      return { revision: ++server.revision };
    },
    async drop(revision) {
      if (revision !== server.revision) throw new ApiError(412, '');
      [server.text, server.revision] = [null, 0];
    },
    onKeeping: (keeping) => said.push(keeping),
  });
  if (known !== null) keeper.begin(known, false);
  const type = (text: string) => keeper.keep(() => text);
  return { keeper, server, sent, said, type };
}

test('sends work once, after five idle seconds', async () => {
  const { sent, type, said } = start();
  type('a');
  await vi.advanceTimersByTimeAsync(AUTOSAVE_DELAY_MS - 1);
  type('ab');
  await vi.advanceTimersByTimeAsync(AUTOSAVE_DELAY_MS - 1);
  expect(sent).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect([sent, said]).toEqual([['ab'], ['kept']]);
  type('ab');
  await vi.advanceTimersByTimeAsync(10 * AUTOSAVE_DELAY_MS);
  expect(sent).toEqual(['ab']);
});

test('saves during continuous typing, at most once in five seconds', async () => {
  const { sent, server, type } = start();
  for (let n = 0; n < 120; n++) {
    type(`${n}`);
    await vi.advanceTimersByTimeAsync(1000);
  }
  expect(sent.length).toBeGreaterThanOrEqual(120_000 / LONGEST_MS - 1);
  expect(server.calls).toBeLessThanOrEqual(120_000 / AUTOSAVE_DELAY_MS);
});

test('sends no draft before the server’s state is known', async () => {
  const { keeper, sent, type } = start(null);
  type('mine');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(sent).toEqual([]);
  keeper.begin(0, false);
  await vi.advanceTimersByTimeAsync(AUTOSAVE_DELAY_MS);
  expect(sent).toEqual(['mine']);
});

test('offline: retries with backoff, and at once when the network is back', async () => {
  const { keeper, server, sent, said, type } = start();
  server.fails = new ApiError(0, '');
  type('a');
  await vi.advanceTimersByTimeAsync(300_000);
  expect(server.calls).toBeLessThan(10);
  type('ab');
  await vi.advanceTimersByTimeAsync(AUTOSAVE_DELAY_MS);
  expect(said.at(-1)).toBe('offline');
  server.fails = null;
  await keeper.flush();
  expect([sent, said.at(-1)]).toEqual([['ab'], 'kept']);
});

test('respects Retry-After, and reports an ended session', async () => {
  const { server, said, type } = start();
  server.fails = new ApiError(429, '', null, new Headers({ 'retry-after': '40' }));
  type('a');
  await vi.advanceTimersByTimeAsync(AUTOSAVE_DELAY_MS + 39_000);
  expect([server.calls, said]).toEqual([1, ['refused']]);
  server.fails = new ApiError(401, '');
  await vi.advanceTimersByTimeAsync(1000);
  expect(said.at(-1)).toBe('signedOut');
});

test('does not overwrite a draft of another device until the user decides', async () => {
  const { keeper, server, sent, said, type } = start();
  server.revision = 3;
  type('mine');
  await vi.advanceTimersByTimeAsync(AUTOSAVE_DELAY_MS);
  expect(said).toEqual(['theirs']);
  type('mine, later');
  await vi.advanceTimersByTimeAsync(120_000);
  expect(sent).toEqual([]);
  keeper.begin(3, true);
  await vi.advanceTimersByTimeAsync(AUTOSAVE_DELAY_MS * 20);
  expect(sent).toEqual(['mine, later']);
});

test('on leaving the page sends an unsynced draft once, if it fits', async () => {
  const { keeper, server, sent, type } = start();
  type('short');
  await keeper.flush({ isParting: true });
  await keeper.flush({ isParting: true });
  expect([sent, server.parting]).toEqual([['short'], 1]);
  type('x'.repeat(70_000));
  await keeper.flush({ isParting: true });
  expect(server.parting).toBe(1);
  // The page was hidden but not left, so the usual request follows.
  await vi.advanceTimersByTimeAsync(0);
  expect(sent).toHaveLength(2);
});

test('saving drops its own draft, even one in transit, and no other', async () => {
  const { keeper, server, type } = start();
  type('a');
  await vi.advanceTimersByTimeAsync(AUTOSAVE_DELAY_MS);
  expect(server.text).toBe('a');
  await keeper.forget();
  expect(server.text).toBeNull();
  type('b');
  const sending = keeper.flush();
  await keeper.forget();
  await sending;
  expect(server.text).toBeNull();
  const other = start(4);
  await other.keeper.forget();
  expect(other.server.revision).toBe(4);
});

test('does not send work above the server’s limit', async () => {
  const { server, said, type } = start();
  type('x'.repeat(2 * 1024 * 1024 + 1));
  await vi.advanceTimersByTimeAsync(AUTOSAVE_DELAY_MS);
  expect([server.calls, said]).toEqual([0, ['refused']]);
});
