import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { MailDrawer } from './mail-drawer.ts';
import type { DrawJob } from './mail-worker.ts';

/** A fake worker that answers on demand. */
class FakeWorker {
  static started: FakeWorker[] = [];
  onmessage: ((event: { data: object }) => void) | null = null;
  onerror: (() => void) | null = null;
  asked: { id: number; job: DrawJob }[] = [];
  isEnded = false;

  constructor() {
    FakeWorker.started.push(this);
  }

  postMessage(request: { id: number; job: DrawJob }) {
    this.asked.push(request);
  }

  terminate() {
    this.isEnded = true;
  }

  ready() {
    this.onmessage?.({ data: { isReady: true } });
  }

  answer() {
    this.onmessage?.({ data: { id: this.asked.at(-1)?.id, mail: {}, isOther: false } });
  }
}

const job = (subject: string) => ({ subject }) as DrawJob;
const events = { onDrawn: vi.fn(), onTooLong: vi.fn(), onUnavailable: vi.fn() };
const worker = () => FakeWorker.started.at(-1) as FakeWorker;
const asked = () => worker().asked.map((each) => each.job.subject);

beforeEach(() => {
  vi.useFakeTimers();
  vi.clearAllMocks();
  FakeWorker.started = [];
  const noted = new Map<string, string>();
  vi.stubGlobal('Worker', FakeWorker);
  vi.stubGlobal('addEventListener', () => undefined);
  vi.stubGlobal('removeEventListener', () => undefined);
  vi.stubGlobal('sessionStorage', {
    getItem: (name: string) => noted.get(name) ?? null,
    setItem: (name: string, value: string) => noted.set(name, value),
    removeItem: (name: string) => noted.delete(name),
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('draws only the newest waiting email, then background work', async () => {
  const drawer = new MailDrawer<string>(events);
  const aside = drawer.drawAside(job('aside'));
  drawer.draw(job('one'), 'one');
  drawer.draw(job('two'), 'two');
  worker().ready();
  expect(asked()).toEqual(['two']);
  drawer.draw(job('three'), 'three');
  worker().answer();
  worker().answer();
  expect(asked()).toEqual(['two', 'three', 'aside']);
  worker().answer();
  expect(await aside).toHaveProperty('mail');
  expect(events.onDrawn.mock.calls.map(([, tag]) => tag)).toEqual(['two', 'three']);
});

test('reports a draw that takes too long and retries it once, unless the email has changed', () => {
  const drawer = new MailDrawer<string>(events);
  worker().ready();
  drawer.draw(job('long'), 'long');
  vi.advanceTimersByTime(2000);
  expect(events.onTooLong).toHaveBeenCalledExactlyOnceWith('long');
  const second = worker();
  second.ready();
  expect(asked()).toEqual(['long']);
  drawer.draw(job('mended'), 'mended');
  expect(second.isEnded).toBe(true);
  worker().ready();
  worker().answer();
  expect(events.onDrawn).toHaveBeenCalledTimes(1);
  expect(events.onDrawn.mock.calls[0]?.[1]).toBe('mended');
  expect(FakeWorker.started.filter(({ isEnded }) => !isEnded)).toHaveLength(1);
});

test('gives up background work that takes too long and continues with the email', async () => {
  const drawer = new MailDrawer<string>(events);
  worker().ready();
  const aside = drawer.drawAside(job('aside'));
  drawer.draw(job('mail'), 'mail');
  vi.advanceTimersByTime(2000);
  expect(await aside).toBeNull();
  expect(events.onTooLong).not.toHaveBeenCalled();
  worker().ready();
  expect(asked()).toEqual(['mail']);
});

test('rejects waiting draws when the drawer is closed or cannot run', async () => {
  const drawer = new MailDrawer<string>(events);
  worker().ready();
  const [running, waiting] = [drawer.drawAside(job('one')), drawer.drawAside(job('two'))];
  worker().onerror?.();
  expect(await Promise.all([running, waiting])).toEqual([null, null]);
  expect(events.onUnavailable).toHaveBeenCalledOnce();
  expect(await drawer.drawAside(job('three'))).toBeNull();
});

test('a second drawer does not mistake the first for a crashed tab', () => {
  const listening = new Set<unknown>();
  vi.stubGlobal('addEventListener', (_: string, listen: unknown) => listening.add(listen));
  vi.stubGlobal('removeEventListener', (_: string, listen: unknown) => listening.delete(listen));
  const first = new MailDrawer<string>(events);
  worker().ready();
  first.draw(job('mail'), 'mail');
  const second = new MailDrawer<string>(events, true);
  expect(FakeWorker.started).toHaveLength(2);
  second.close();
  expect(listening.size).toBe(1);
  expect(events.onUnavailable).not.toHaveBeenCalled();
});

test('a new drawer reuses the idle worker of a closed one and draws at once', () => {
  const first = new MailDrawer<string>(events);
  worker().ready();
  first.draw(job('one'), 'one');
  worker().answer();
  first.close();
  const second = new MailDrawer<string>(events);
  second.draw(job('two'), 'two');
  worker().answer();
  expect(FakeWorker.started).toHaveLength(1);
  expect(events.onDrawn.mock.calls.map(([, tag]) => tag)).toEqual(['one', 'two']);
  second.close();
  vi.advanceTimersByTime(60_000);
  expect(worker().isEnded).toBe(true);
});

test('terminates a busy worker with its drawer', () => {
  const first = new MailDrawer<string>(events);
  worker().ready();
  first.draw(job('long'), 'long');
  first.close();
  expect(worker().isEnded).toBe(true);
  new MailDrawer<string>(events).close();
  expect(FakeWorker.started).toHaveLength(2);
});
