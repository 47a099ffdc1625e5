import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type PlatformTestServer, startPlatformServer } from '../platforms/platform-server.ts';

const PAGE = '<!doctype html><title>Outstep</title>';
const SCRIPT = 'export {};';
const html = { accept: 'text/html,application/xhtml+xml' };

let folder: string;
let testServer: PlatformTestServer;
let origin: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'outstep-app-'));
  await mkdir(join(folder, 'assets'));
  await writeFile(join(folder, 'index.html'), PAGE);
  const script = join(folder, 'assets', 'index-abc123.js');
  await writeFile(script, SCRIPT);
  await writeFile(`${script}.br`, brotliCompressSync(SCRIPT));
  await writeFile(`${script}.gz`, gzipSync(SCRIPT));
  await writeFile(join(folder, 'assets', 'plain-abc123.js'), SCRIPT);
  testServer = await startPlatformServer({ appFolder: folder });
  origin = await testServer.listen();
});
afterAll(async () => {
  await testServer?.close();
  await rm(folder, { recursive: true });
});

const get = (path: string, headers: Record<string, string> = html) => fetch(origin + path, { headers });

test.each(['/', '/sign-in', '/stores/1/email-templates/2', '/files', '/invitations/abc?x=1'])(
  '200 with the app page at %s, which denies framing',
  async (path) => {
    const answer = await get(path);
    expect(answer.status).toBe(200);
    expect(await answer.text()).toBe(PAGE);
    expect(answer.headers.get('content-type')).toMatch(/^text\/html/);
    const policy = answer.headers.get('content-security-policy') ?? '';
    for (const part of [
      "frame-ancestors 'none'",
      "script-src 'self';",
      "object-src 'none'",
      "base-uri 'none'",
    ])
      expect(policy).toContain(part);
    expect(policy).not.toMatch(/script-src[^;]*unsafe/);
    expect(answer.headers.get('x-frame-options')).toBe('DENY');
    expect(answer.headers.get('referrer-policy')).toBe('same-origin');
    expect(answer.headers.get('cross-origin-opener-policy')).toBe('same-origin');
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(answer.headers.get('cache-control')).toBe('no-cache');
  },
);

test.each([
  '/api/v1/nothing',
  '/app/api/nothing',
  '/app/auth/nothing',
  '/platforms/x/y/z/w',
  '/assets/gone.js',
])('404 as JSON at %s, regardless of Accept', async (path) => {
  const answer = await get(path);
  expect(answer.status).toBe(404);
  expect(await answer.json()).toMatchObject({ error: 'no such path' });
});

test('404 for non-HTML requests and for writes', async () => {
  expect((await get('/sign-in', { accept: 'application/json' })).status).toBe(404);
  expect((await fetch(`${origin}/sign-in`, { method: 'POST', headers: html })).status).toBe(404);
});

test('caches hashed files for a year', async () => {
  const answer = await get('/assets/index-abc123.js');
  expect(answer.status).toBe(200);
  expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
});

test.each(['br', 'gzip'])('serves precompressed files to clients that accept %s', async (encoding) => {
  const answer = await get('/assets/index-abc123.js', { 'accept-encoding': encoding });
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-encoding')).toBe(encoding);
  expect(answer.headers.get('content-type')).toMatch(/javascript/);
  expect(answer.headers.get('vary')).toBe('accept-encoding');
  expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  expect(await answer.text()).toBe(SCRIPT);
});

test('serves uncompressed files otherwise', async () => {
  for (const [path, encoding] of [
    ['/assets/index-abc123.js', 'identity'],
    ['/assets/plain-abc123.js', 'br, gzip'],
  ] as const) {
    const answer = await get(path, { 'accept-encoding': encoding });
    expect(answer.headers.get('content-encoding')).toBeNull();
    expect(answer.headers.get('vary')).toBe('accept-encoding');
    expect(await answer.text()).toBe(SCRIPT);
  }
});

test('404 for compressed files by their own name', async () => {
  expect((await get('/assets/index-abc123.js.br')).status).toBe(404);
  expect((await get('/assets/index-abc123.js.gz')).status).toBe(404);
});

test('404 at / with instructions when the app is not built', async () => {
  const bare = await startPlatformServer();
  try {
    const bareOrigin = await bare.listen();
    for (const headers of [html, {}]) {
      const answer = await fetch(`${bareOrigin}/`, { headers });
      expect(answer.status).toBe(404);
      expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8');
      expect(await answer.text()).toMatch(
        /^The app was not found; run: npm run build\.\nThe API is at \/api\/v1/,
      );
    }
    expect((await fetch(`${bareOrigin}/nothing`, { headers: html })).status).toBe(404);
  } finally {
    await bare.close();
  }
});
