import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runCampaign } from './campaign.ts';
import { createClient, type RawAnswer } from './http-client.ts';
import { judgeRest, judgeTool } from './verdict.ts';

/**
 * Runs the campaign against a server with a planted fault: a fault not found here would not be found in the
 * product.
 */
async function against(listener: RequestListener) {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client = createClient(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, 4);
  const report = await runCampaign({
    cases: 1000,
    arbitrary: fc.integer({ min: 0, max: 5000 }),
    concurrency: 4,
    seed: 42,
    judge: (n) =>
      client.send({ method: 'GET', target: `/${n}`, headers: {}, body: null }).then(
        (answer) => judgeRest('GET', answer),
        (error) => `no complete answer: ${error}`,
      ),
  });
  client.close();
  server.close();
  return report;
}

const json = { 'content-type': 'application/json', 'x-request-id': 'r' };
const numberOf = (url: string | undefined) => Number(url?.slice(1));

describe('a campaign', () => {
  test('runs every case if none fails', async () => {
    const report = await against((_request, response) => response.writeHead(200, json).end('{}'));
    expect(report).toMatchObject({ ran: 1000, failure: null });
  });

  test('finds a fault and its smallest case', async () => {
    const report = await against(({ url }, response) => {
      const isBad = numberOf(url) >= 4321;
      response.writeHead(isBad ? 500 : 200, json).end(isBad ? '{"error":"x"}' : '{}');
    });
    expect(report.failure).toMatch(/^a fault of ours: 500 [^\n]+\nseed \d+, path [\d:]+\n4321$/);
  });

  test('finds a missing response', async () => {
    const report = await against(({ url, socket }, response) => {
      if (numberOf(url) > 4000) socket.destroy();
      else response.writeHead(200, json).end('{}');
    });
    expect(report.failure).toMatch(/^no complete answer: /);
  });
});

describe('an answer', () => {
  const rest = (status: number, text: string, headers: RawAnswer['headers'] = json) =>
    judgeRest('GET', { status, text, headers });
  const tool = (status: number, text: string) => judgeTool({ status, text, headers: json });
  const message = (members: object) => JSON.stringify({ jsonrpc: '2.0', id: 1, ...members });

  test('that is correct passes', () => {
    expect(rest(200, '{"at":"at most"}')).toBeNull();
    expect(rest(400, '{"error":"name: at most 200 characters"}')).toBeNull();
    expect(tool(401, '{"error":"no"}')).toBeNull();
    expect(tool(200, message({ result: { isError: true, content: [] } }))).toBeNull();
    expect(tool(400, message({ error: { code: -32600, message: 'no' } }))).toBeNull();
    expect(tool(202, '')).toBeNull();
  });

  test.each([
    ['a fault', 503, '{"error":"x"}'],
    ['a second member', 400, '{"error":"x","code":1}'],
    ['no text', 400, '{"error":{"message":"x"}}'],
    ['an empty text', 400, '{"error":""}'],
    ['no JSON', 404, 'Not Found'],
    ['no JSON in success', 200, '{'],
    ['a stack', 400, '{"error":"x"}\n    at run (/a/b.ts:1:2)'],
    ['words of the database', 400, '{"error":"invalid input syntax for type uuid"}'],
    ['words of a library', 200, '{"a":"node_modules/pg"}'],
    ['a careless text', 400, '{"error":"name: undefined"}'],
  ])('of the REST API with %s is reported', (_, status, text) => {
    expect(rest(status, text)).not.toBeNull();
  });

  test('without a request id or a type is found', () => {
    expect(rest(200, '{}', { 'content-type': 'application/json' })).toMatch(/^no X-Request-Id/);
    expect(rest(200, '{}', { 'x-request-id': 'r' })).toMatch(/^not JSON/);
  });

  test.each([
    ['a fault of the protocol', 200, message({ error: { code: -32603, message: 'x' } })],
    [
      'a fault of a tool',
      200,
      message({
        result: { content: 'internal error; quote the request ID when you contact support' },
      }),
    ],
    ['no protocol', 200, '{"result":{}}'],
    ['two outcomes', 200, message({ result: {}, error: { code: -32600, message: 'x' } })],
    ['no outcome', 200, message({})],
    ['a REST refusal where the protocol speaks', 400, '{"error":"x"}'],
    ['a body where none belongs', 202, '{}'],
  ])('of the tool server with %s is reported', (_, status, text) => {
    expect(tool(status, text)).not.toBeNull();
  });
});
