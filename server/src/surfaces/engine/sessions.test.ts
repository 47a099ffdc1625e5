import { once } from 'node:events';
import { type ClientHttp2Session, connect } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { createEngineServer, type EngineServer } from './sessions.ts';

const AGES = { youngestMs: 50, oldestMs: 150 };
/** Longer than any connection lives. */
const CALL_MS = 400;

let engineServer: EngineServer;
let client: ClientHttp2Session;
let url: string;
afterEach(() => {
  client.destroy();
  engineServer.server.close();
});

async function open(ages: { youngestMs: number; oldestMs: number }) {
  engineServer = createEngineServer((_, response) => setTimeout(() => response.end('done'), CALL_MS), ages);
  const { server } = engineServer;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function dial() {
  client = connect(url);
  await once(client, 'remoteSettings');
  return client;
}

async function call(): Promise<string> {
  const stream = client.request({ ':path': '/' });
  let text = '';
  for await (const chunk of stream) text += chunk;
  return text;
}

test('an old connection stops new calls, then sends GOAWAY, and completes running calls', async () => {
  await open(AGES);
  const session = await dial();
  const seen: string[] = [];
  session.on('remoteSettings', ({ maxConcurrentStreams }) => seen.push(`at most ${maxConcurrentStreams}`));
  session.on('goaway', () => seen.push('GOAWAY'));
  const closed = once(session, 'close').then(() => seen.push('closed'));
  expect(await call()).toBe('done');
  await closed;
  expect(seen.slice(0, 2)).toEqual(['at most 0', 'GOAWAY']);
  expect(seen.at(-1)).toBe('closed');
});

test('a stopping worker accepts no connections and completes running calls', async () => {
  await open({ youngestMs: 60_000, oldestMs: 60_000 });
  const session = await dial();
  const running = call();
  await sleep(50);
  engineServer.drain();
  const late = connect(url);
  await expect(once(late, 'connect')).rejects.toThrow('ECONNREFUSED');
  expect(await running).toBe('done');
  if (!session.closed) await once(session, 'close');
});
