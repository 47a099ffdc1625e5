import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sharedSpine } from '../harness/shared.ts';
import { sized } from '../harness/size.ts';
import { type Spine, until } from '../harness/spine.ts';
import { encoders } from '../masking/encoders.ts';
import { readableAs } from '../masking/recognise.ts';

let spine: Spine;
let executor: Awaited<ReturnType<Spine['outstep']['newKey']>>;

beforeAll(async () => {
  spine = await sharedSpine();
  executor = await spine.outstep.newKey(spine.storeId, 'execute');
});
afterAll(() => spine?.close());

/** As bytes go: Node writes one byte a character. */
const wire = (text: string) => Buffer.from(text.replace(/[\r\n]+/g, ' ')).toString('latin1');
const token = (text: string) => text.replace(/[^\w!#$%&'*+.^`|~-]/g, '-');

/** Every place of an answer that a target writes. */
const places: Record<string, (response: ServerResponse, text: string) => void> = {
  'the status text': (response, text) => response.writeHead(200, wire(text)).end('ok'),
  'a header': (response, text) => response.setHeader('x-echo', wire(text)).end('ok'),
  'a header name': (response, text) => response.setHeader(`x-${token(text)}`, '1').end('ok'),
  'plain text': (response, text) => response.setHeader('content-type', 'text/plain').end(`got ${text}`),
  'text in another charset': (response, text) =>
    response.setHeader('content-type', 'text/plain; charset=iso-8859-15').end(`got ${text}`),
  JSON: (response, text) =>
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ echo: [text], [text]: 1 })),
  HTML: (response, text) => response.setHeader('content-type', 'text/html').end(`<p>${text}</p>`),
  XML: (response, text) => response.setHeader('content-type', 'text/xml').end(`<a><b>${text}</b></a>`),
  'a form': (response, text) =>
    response
      .setHeader('content-type', 'application/x-www-form-urlencoded')
      .end(`echo=${encodeURIComponent(text)}`),
  'a trailer': (response, text) => {
    response.setHeader('trailer', 'x-echo');
    response.write('ok');
    response.addTrailers({ 'x-echo': wire(text) });
    response.end();
  },
  'an answer cut by an echo limit': (response, text) =>
    response.end(`got ${text.slice(0, Math.max(12, Math.ceil(text.length * 0.9)))}`),
  'an error': (response, text) =>
    response.writeHead(302, { location: `/elsewhere?for=${encodeURIComponent(text)}` }).end(),
};

const SECRET = 'Schlüssel-4711-größer-als-99';
const NAME = 'Jürgen-Wolfgang Großmann';

const tool = async (name: string, args: object) => {
  const params = { name, arguments: args };
  const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params };
  return (
    await spine.outstep.call(executor, 'POST', '/api/mcp', message, { 'content-type': 'application/json' })
  ).body;
};

/** Everything that a caller sees of one request: run over REST, as a tool and as a step, and read in history. */
async function everything(id: string, runId: string): Promise<unknown[]> {
  const variables = { customer: { name: NAME } };
  const rest = await spine.outstep.call(executor, 'POST', `/api/v1/http-requests/${id}/test`, { variables });
  const byTool = await tool('test_http_request', { id, variables });
  const step = await spine.step(id, runId, { variables, workflow: `for ${NAME}` });
  const executionId = String(step.body['executionId']);
  const read = (which: string) => spine.outstep.call(executor, 'GET', `/api/v1/history/${which}`);
  await until(
    async () => (await read(executionId)).body.status,
    (status) => status !== 'PENDING',
  );
  const tested = rest.headers.get('x-execution-id') ?? '';
  return [
    rest.body,
    byTool,
    step.body,
    (await read(executionId)).body,
    (await read(tested)).body,
    await tool('get_history_entry', { id: executionId }),
    (await spine.outstep.call(executor, 'GET', '/api/v1/history?limit=5')).body,
  ];
}

/** Each place with some encodings by day, others for each, and with all of them at night. */
const cases = Object.keys(places).flatMap((place, i) => {
  const names = Object.keys(encoders);
  const few = [names[(i * 5) % names.length], names[(i * 7 + 3) % names.length]] as string[];
  return sized(few, names).map((encoding) => [place, encoding] as const);
});

test('no secret and no name comes back in any place of an answer, over REST, as a tool, from a step or in history (contract: History and stats 13, 14)', async () => {
  await spine.outstep.operator(spine.storeId, 'set_secret', { name: 'S', value: SECRET });
  const id = await spine.newRequest({
    url: `${spine.target.origin}/`,
    headers: { 'X-Secret': '{{ secrets.S }}' },
    body: '{{ secrets.S }} {{ variables.customer.name }}',
  });
  const readable: string[] = [];
  for (const [i, [place, encoding]] of cases.entries()) {
    const value = i % 2 === 0 ? SECRET : NAME;
    spine.target.answer = (response) =>
      places[place]?.(response, encoders[encoding]?.encode(value) as string);
    const seen = await everything(id, `run ${i} of ${NAME}`);
    for (const known of [SECRET, NAME]) {
      const how = readableAs(seen, known);
      if (how) readable.push(`${known} in ${place} as ${encoding}, read as ${how}`);
    }
  }
  expect(spine.target.received.length).toBe(3 * cases.length);
  expect(String(spine.target.received[0]?.body)).toBe(`${SECRET} ${NAME}`);
  expect(readable).toEqual([]);
});

test('a header that is written into a body is a literal credential (contract: HTTP requests 5)', async () => {
  const id = await spine.newRequest({ body: { text: 'Authorization: Bearer correct-horse' } });
  const saved = (await spine.outstep.call(spine.key, 'GET', `/api/v1/http-requests/${id}`)).body;
  expect(saved.body).toEqual({ text: 'Authorization: Bearer ********' });
  spine.target.answer = (response, { body }) => response.end(body);
  const { body } = await spine.outstep.call(executor, 'POST', `/api/v1/http-requests/${id}/test`, {
    variables: { order: 1 },
  });
  expect(spine.target.received.at(-1)?.body).toContain('correct-horse');
  expect(JSON.stringify(body)).not.toContain('correct-horse');
});
