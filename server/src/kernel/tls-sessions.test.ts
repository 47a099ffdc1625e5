import { EventEmitter } from 'node:events';
import { describe, expect, test } from 'vitest';
import { TlsSessions } from './tls-sessions.ts';

const HOUR = 3_600_000;

let now = Date.parse('2026-11-17T12:00:00Z');
const inMs = (ms: number) => new Date(now + ms).toUTCString();
const at = (limits: ConstructorParameters<typeof TlsSessions>[0] = {}) =>
  new TlsSessions({ now: () => now, ...limits });

/**
 * Simulates a connection to a target that shows its certificate if nothing is resumed, and then issues
 * sessions.
 */
function connect(
  sessions: TlsSessions,
  [storeId, target]: [string, string],
  given: string[],
  { isTaken = true, expiresInMs = 24 * HOUR } = {},
): string | null {
  const resumption = sessions.resume(storeId, target);
  const socket = new EventEmitter();
  resumption.watch(socket);
  if (!resumption.session || !isTaken) resumption.noteCertificate({ valid_to: inMs(expiresInMs) });
  for (const each of given) socket.emit('session', Buffer.from(each));
  return resumption.session?.toString() ?? null;
}

const shop = ['store', 'shop.example 443'] as [string, string];

describe('sessions', () => {
  test('are offered only to the target that issued them, and only by the store they were issued to', () => {
    const sessions = at();
    expect(connect(sessions, shop, ['a'])).toBe(null);
    expect(connect(sessions, ['other', 'shop.example 443'], [])).toBe(null);
    expect(connect(sessions, ['store', 'shop.example 8443'], [])).toBe(null);
    expect(connect(sessions, ['store', 'www.shop.example 443'], [])).toBe(null);
    expect(connect(sessions, shop, [])).toBe('a');
  });

  test('are offered once, newest first, and the last one until there is a new one', () => {
    const sessions = at();
    connect(sessions, shop, ['a', 'b', 'c']);
    expect([1, 2, 3, 4].map(() => connect(sessions, shop, []))).toEqual(['c', 'b', 'a', 'a']);
    expect(connect(sessions, shop, ['d'])).toBe('a');
    expect([1, 2].map(() => connect(sessions, shop, []))).toEqual(['d', 'd']);
  });

  test('are all dropped once one is rejected or a handshake with one fails', () => {
    const sessions = at();
    connect(sessions, shop, ['a', 'b', 'c']);
    expect(connect(sessions, shop, ['d'], { isTaken: false })).toBe('c');
    expect(connect(sessions, shop, [])).toBe('d');
    sessions.resume(...shop).fail();
    expect(connect(sessions, shop, [])).toBe(null);
    expect(sessions.size).toBe(0);
  });

  test('last an hour after the certificate was shown, however often they are renewed', () => {
    const sessions = at();
    connect(sessions, shop, ['a']);
    now += HOUR / 2;
    expect(connect(sessions, shop, ['b'])).toBe('a');
    now += HOUR / 2 - 1;
    expect(connect(sessions, shop, ['c'])).toBe('b');
    now += 1;
    expect(connect(sessions, shop, [])).toBe(null);
    expect(sessions.size).toBe(0);
  });

  test('expire with the first certificate of the chain', () => {
    const chain = (...expiries: number[]) => {
      const root = { valid_to: inMs(HOUR) } as { valid_to: string; issuerCertificate?: object };
      root.issuerCertificate = root;
      return expiries.reduce<object>(
        (issuerCertificate, ms) => ({ valid_to: inMs(ms), issuerCertificate }),
        root,
      ) as { valid_to: string };
    };
    for (const expiries of [[5_000, HOUR], [HOUR, 5_000], [5_000]]) {
      const sessions = at();
      const resumption = sessions.resume(...shop);
      const socket = new EventEmitter();
      resumption.watch(socket);
      resumption.noteCertificate(chain(...expiries));
      for (const each of ['a', 'b']) socket.emit('session', Buffer.from(each));
      expect(connect(sessions, shop, [])).toBe('b');
      now += 5_000;
      expect(connect(sessions, shop, [])).toBe(null);
    }
  });

  test('are not kept without a certificate with a readable expiry date', () => {
    const sessions = at();
    const [unread, unseen] = [sessions.resume(...shop), sessions.resume(...shop)];
    const [one, other] = [new EventEmitter(), new EventEmitter()];
    unread.watch(one);
    unread.noteCertificate({ valid_to: 'some day' });
    one.emit('session', Buffer.from('a'));
    unseen.watch(other);
    other.emit('session', Buffer.from('b'));
    expect(sessions.size).toBe(0);
  });

  test('are not kept if they are very large', () => {
    const sessions = at();
    connect(sessions, shop, ['x'.repeat(16 * 1024 + 1)]);
    expect(sessions.size).toBe(0);
    connect(sessions, shop, ['x'.repeat(16 * 1024)]);
    expect(sessions.size).toBeGreaterThan(16 * 1024);
  });
});

describe('bounds', () => {
  const session = 'x'.repeat(1_000);
  const large = { storeBytes: 20_000, allBytes: 50_000 };

  test('keeps at most eight sessions per target', () => {
    const sessions = at();
    connect(sessions, shop, Array(8).fill(session));
    const { size } = sessions;
    connect(sessions, ['store', 'other.example 443'], Array(100).fill(session));
    expect(sessions.size).toBe(2 * size);
  });

  test('a store that calls ten thousand hosts keeps the latest, and evicts no other store', () => {
    const sessions = at(large);
    connect(sessions, ['quiet', 'shop.example 443'], ['quiet']);
    for (let host = 0; host < 10_000; host++)
      connect(sessions, ['loud', `${host}.example 443`], [session, session]);
    expect(sessions.size).toBeLessThan(large.storeBytes + 1_000);
    expect(connect(sessions, ['loud', '9999.example 443'], [])).toBe(session);
    expect(connect(sessions, ['loud', '0.example 443'], [])).toBe(null);
    expect(connect(sessions, ['quiet', 'shop.example 443'], [])).toBe('quiet');
  });

  test('many busy stores evict each other, but no quiet store', () => {
    const sessions = at(large);
    connect(sessions, ['quiet', 'shop.example 443'], ['quiet']);
    for (let host = 0; host < 20; host++)
      for (let store = 0; store < 20; store++)
        connect(sessions, [`loud ${store}`, `${host}.example 443`], [session]);
    expect(sessions.size).toBeLessThanOrEqual(large.allBytes);
    expect(connect(sessions, ['quiet', 'shop.example 443'], [])).toBe('quiet');
    const stillThere = Array.from({ length: 20 }, (_, store) =>
      connect(sessions, [`loud ${store}`, '19.example 443'], []),
    );
    expect(stillThere).toEqual(Array(20).fill(session));
  });

  test('removes expired sessions', () => {
    const sessions = at();
    for (let host = 0; host < 100; host++)
      connect(sessions, [`store ${host}`, `${host}.example 443`], [session]);
    const before = sessions.size;
    now += HOUR;
    connect(sessions, shop, [session]);
    expect(sessions.size).toBe(before / 100);
  });
});
