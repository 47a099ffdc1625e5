import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Outstep, startOutstep } from '../harness/outstep.ts';

let outstep: Outstep;
beforeAll(async () => {
  outstep = await startOutstep({ env: { OUTSTEP_BASE_URL: 'https://outstep.example.com/' } });
});
afterAll(() => outstep.close());

test('serves everything below one configurable base URL (spec: Introduction 1) (contract: Index and identity 3)', async () => {
  const { body: index } = await outstep.call(null, 'GET', '/api/v1');
  expect(index.links).toEqual({
    docs: 'https://outstep.example.com/docs',
    openapi: 'https://outstep.example.com/openapi.json',
    layoutSchema: 'https://outstep.example.com/api/v1/layout-schema',
    mcp: 'https://outstep.example.com/api/mcp',
  });
  const { body: openapi } = await outstep.call(null, 'GET', '/openapi.json');
  expect(openapi.servers).toEqual([{ url: 'https://outstep.example.com' }]);
  for (const path of Object.keys(openapi.paths))
    expect(path).toMatch(/^\/(api\/v1|platforms\/generic)(\/|$)/);
  expect((await outstep.call(null, 'GET', '/llms.txt')).text).toContain(
    'https://outstep.example.com/api/mcp',
  );
});

test('rejects a foreign Origin at the tool server (contract: Tool server 9)', async () => {
  const key = await outstep.newKey(await outstep.newStore(), 'read');
  const message = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
  const ask = (origin: string) =>
    outstep.call(key, 'POST', '/api/mcp', message, { 'content-type': 'application/json', origin });
  expect((await ask('https://outstep.example.com')).status).toBe(200);
  expect((await ask('https://evil.example')).status).toBe(403);
});
