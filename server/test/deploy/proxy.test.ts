import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { MAX_FILE_BYTES } from '../../src/features/library/files/file-caps.schema.ts';
import { doctorToken } from '../../src/processes/derived-secrets.ts';
import { Browser } from '../app/browser.ts';
import { requirePrograms } from '../harness/haproxy.ts';
import { startOutstep } from '../harness/outstep.ts';
import { runOutstepProcess } from '../harness/process.ts';
import { Scratch } from '../harness/scratch.ts';
import { CALLER, type ProxyName, proxies, ReverseProxy } from './proxies.ts';

const closing: (() => unknown)[] = [];

beforeAll(() => requirePrograms({ caddy: 'caddy', nginx: 'nginx-light' }));
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function startProxy(name: ProxyName, upstream: (proxy: ReverseProxy) => Promise<string>) {
  const proxy = await ReverseProxy.choosePorts();
  closing.push(() => proxy.close());
  const scratch = await Scratch.open(name);
  closing.push(() => scratch.close());
  await proxy.start(name, await upstream(proxy), scratch);
  return proxy;
}

/** The product behind the example, with the settings that the example asks for. */
async function startBehind(name: ProxyName) {
  let outstep: Awaited<ReturnType<typeof startOutstep>> | undefined;
  const proxy = await startProxy(name, async ({ origin }) => {
    outstep = await startOutstep({
      env: { OUTSTEP_BASE_URL: origin, OUTSTEP_TRUSTED_PROXIES: '127.0.0.1' },
    });
    closing.push(() => outstep?.close());
    return new URL(outstep.origin).host;
  });
  if (!outstep) throw new Error('no product');
  return { proxy, outstep };
}

describe.each(proxies)('%s, as in deploy/proxy', (name) => {
  test('forwards the caller’s address, scheme and host, ignoring forged headers', async () => {
    const { proxy, outstep } = await startBehind(name);
    const seen = async (headers: Record<string, string>) => {
      const token = doctorToken(outstep.core.config.masterKey, Date.now());
      const answer = await proxy.send('/healthz/seen', {
        headers: { ...headers, 'x-outstep-doctor': token },
      });
      return JSON.parse(answer.text);
    };
    const right = { scheme: 'https', host: new URL(proxy.origin).host, client: CALLER, peer: '127.0.0.1' };
    expect(await seen({})).toMatchObject(right);
    const forged = {
      'x-forwarded-for': '203.0.113.9, 127.0.0.1',
      'x-forwarded-proto': 'http',
      'x-forwarded-host': 'shop.example',
      'x-real-ip': '203.0.113.9',
      forwarded: 'for=203.0.113.9;proto=http;host=shop.example',
    };
    expect(await seen(forged)).toMatchObject(right);

    const { stdout } = await runOutstepProcess({ ...outstep.env, NODE_EXTRA_CA_CERTS: proxy.authorityFile }, [
      'doctor',
      '--json',
    ]);
    const { findings } = JSON.parse(stdout) as { findings: { check: string }[] };
    expect(findings.find(({ check }) => check === 'base url')).toMatchObject({
      ok: true,
      detail: expect.stringContaining(`the API sees ${proxy.origin}, called from 127.0.0.1`),
    });

    for (const method of ['GET', 'POST']) {
      const { statusCode, headers } = await proxy.sendPlain('/unsubscribe/x?y=z', method);
      expect(statusCode).toBe(308);
      expect(headers.location).toMatch(/^https:\/\/localhost(:\d+)?\/unsubscribe\/x\?y=z$/);
    }
    expect((await proxy.send('/readyz')).headers['strict-transport-security']).toContain('max-age=');
  });

  test('accepts a file of the largest size; the product rejects one byte more', async () => {
    const { proxy, outstep } = await startBehind(name);
    const browser = new Browser(outstep);
    expect((await browser.signUp('Maria')).status).toBe(200);
    const storeId = await browser.createStore();
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const upload = (bytes: number) =>
      proxy.send(`/app/api/stores/${storeId}/files`, {
        method: 'POST',
        headers: {
          ...{ cookie, origin: proxy.origin, 'x-outstep-app': '1', 'x-filename': 'large.bin' },
          'content-length': String(bytes),
        },
        body: Buffer.alloc(bytes),
      });
    expect(await upload(MAX_FILE_BYTES)).toMatchObject({ status: 200 });
    // The response comes before the body was sent completely, so a proxy in between could lose it.
    for (let round = 0; round < 5; round++) {
      const refused = await upload(MAX_FILE_BYTES + 1);
      expect(refused).toMatchObject({ status: 413, headers: { 'x-request-id': expect.any(String) } });
      expect(JSON.parse(refused.text)).toEqual({ error: expect.stringContaining('25 MB') });
    }
  });

  test('streams each event without buffering', async () => {
    let goOn = () => {};
    const server = createServer(async (request, response) => {
      request.resume();
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: first\n\n');
      // A proxy that holds back the first event until the last one arrives waits forever.
      await new Promise<void>((resolve) => {
        goOn = resolve;
      });
      response.end('data: last\n\n');
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    closing.push(() => server.close().closeAllConnections());
    const proxy = await startProxy(name, async () => `127.0.0.1:${(server.address() as AddressInfo).port}`);
    const answer = await proxy.open('/api/mcp', {
      method: 'POST',
      headers: { accept: 'application/json, text/event-stream', 'content-type': 'application/json' },
      body: Buffer.from('{}'),
    });
    const events: string[] = [];
    for await (const chunk of answer.setEncoding('utf8')) {
      events.push(chunk);
      goOn();
    }
    expect(events).toEqual(['data: first\n\n', 'data: last\n\n']);
  });
});
