import { setTimeout as sleep } from 'node:timers/promises';
import { Browser } from '../server/test/app/browser.ts';

/** An operator's first minutes with an installation, however it was installed; each part is timed. */

/** Only stops a part that hangs, because the machine is busy during the check. */
const WITHIN_MS = 180_000;

export async function pollUntil<T>(
  what: string,
  look: () => Promise<T | null | undefined | false>,
): Promise<T> {
  const end = performance.now() + WITHIN_MS;
  for (;;) {
    const found = await look();
    if (found) return found;
    if (performance.now() > end) throw new Error(`not within ${WITHIN_MS / 1000} s: ${what}`);
    await sleep(50);
  }
}

export function ensure(isRight: boolean, what: string, seen: unknown): void {
  if (!isRight) throw new Error(`${what}: ${typeof seen === 'string' ? seen : JSON.stringify(seen)}`);
}

export async function timed<T>(what: string, work: () => Promise<T>): Promise<T> {
  const started = performance.now();
  const result = await work();
  console.log(`${((performance.now() - started) / 1000).toFixed(1).padStart(6)} s  ${what}`);
  return result;
}

/** Resolves when the API is ready; `ended` throws if it never will be. */
export const untilReady = (origin: string, ended: () => void) =>
  pollUntil('readiness', async () => {
    ended();
    return fetch(`${origin}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  });

type SendApiRequest = (method: 'GET' | 'POST', path: string, body?: object) => ReturnType<Browser['send']>;

/** Sends the first email and resolves once it is in the test inbox, where the emails of a new store go. */
async function sendFirstMail(ask: SendApiRequest) {
  const mail = { to: 'anna@example.com', subject: 'First mail', bodyType: 'text', body: '<p>Hello Anna</p>' };
  const sent = await ask('POST', '/mail-tests', mail);
  ensure(sent.status === 200, 'a mail', sent.text);
  await pollUntil('the first mail', async () =>
    (await ask('GET', '/captured-mails')).text.includes('First mail'),
  );
}

/** A one-pixel image, which is decoded in a separate process. */
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

async function openApp(origin: string) {
  const page = await (await fetch(origin, { headers: { accept: 'text/html' } })).text();
  const script = /src="(\/assets\/[^"]+\.js)"/.exec(page)?.[1];
  ensure(script !== undefined, 'the page of the app', page);
  ensure((await fetch(origin + script)).ok, 'its script', script);
}

async function callRest(origin: string, authorization: string) {
  const body = JSON.stringify({ method: 'POST', url: 'https://warehouse.example.com/orders' });
  const headers = { authorization };
  const made = await fetch(`${origin}/api/v1/http-requests`, { method: 'POST', headers, body });
  ensure(made.ok, 'a request', await made.text());
}

async function callTool(origin: string, authorization: string) {
  const params = { name: 'list_http_requests', arguments: {} };
  const called = await fetch(`${origin}/api/mcp`, {
    method: 'POST',
    headers: {
      authorization,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
  });
  const text = await called.text();
  ensure(called.ok && text.includes('warehouse.example.com'), 'a tool call', text);
}

/** From sign-up to the first email, in a new installation. */
export async function runOnboarding(origin: string, setupCode: string): Promise<void> {
  await timed('the app', () => openApp(origin));
  const browser = new Browser({ origin, base: origin, cookies: [] });
  const storeId = await timed('sign up, first store', async () => {
    const signed = await browser.signUp('Maria', { setupCode });
    ensure(signed.status === 200, 'sign-up', signed.text);
    return browser.createStore('Tea shop');
  });
  const at = (path: string) => `/app/api/stores/${storeId}${path}`;
  const ask: SendApiRequest = (method, path, body) => browser.send(method, at(path), body);
  const key = await timed('first API key', async () => {
    const made = await ask('POST', '/keys', { name: 'First key', level: 'write' });
    ensure(made.status < 300, 'a key', made.text);
    return made.body.key as string;
  });
  await timed('first call (REST)', () => callRest(origin, `Bearer ${key}`));
  await timed('first tool call (MCP)', () => callTool(origin, `Bearer ${key}`));
  await timed('first picture', async () => {
    const added = await browser.send('POST', at('/files'), PICTURE, { 'x-filename': 'logo.png' });
    ensure(added.status === 200, 'a picture', added.text);
  });
  await timed('first mail', () => sendFirstMail(ask));
}

interface DomainFinding {
  check: string;
  ok: boolean;
}

/** A missing name server on this machine is not the product's fault. */
export function requireHealthy({ findings }: { findings: DomainFinding[] }) {
  const wrong = findings.filter(({ ok, check }) => !ok && check !== 'dns');
  ensure(wrong.length === 0, 'doctor', wrong);
}
