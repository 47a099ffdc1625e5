import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { withClient } from '../harness/postgres.ts';
import { eventually, startTestStack, type TestStack } from '../harness/test-stack.ts';
import { signed } from '../platforms/platform-server.ts';
import { contentsOf, dumpOf } from './data-locations.ts';
import { echoServer } from './echo.ts';
import { filesOf, readInvocationJournals } from './engine-places.ts';
import { findNeedles } from './needles.ts';
import { newSearch } from './search.ts';

const LETTERS = 'abcdefghiklmnoprstuvw';
const DIGITS = '23456789';

describe('step inputs, credentials and secrets do not leak', () => {
  const { needles, answers, canary, personal, send, tool, signIn } = newSearch();
  let testStack: TestStack;
  const executions: string[] = [];
  /** What the engine and the database stored while steps were running. */
  const journals: string[] = [];
  const dumps: string[] = [];

  const variables = {
    customer: {
      first_name: personal('first name', LETTERS, (c) => `A${c}`),
      email: personal('email', LETTERS, (c) => `${c}@example.com`),
      phone: personal('phone', DIGITS, (c) => `+${c}`),
      address1: personal('street', LETTERS, (c) => `${c}straße 12`),
    },
    access_token: canary('token in variables'),
    unused: { password: canary('password in variables'), email: personal('unused email', LETTERS) },
  };

  const database = () => testStack.outstep.env['DATABASE_URL'] as string;
  const asOwner = (sql: string) => withClient(database(), (client) => client.query(sql));

  /** Contains secrets, credentials and personal data in url, headers and body. */
  const requestTo = (manner: string) => ({
    method: 'POST',
    url: `${testStack.target.origin}/${manner}?key={{ secrets.IN_URL }}&to={{ variables.customer.email | url_encode }}`,
    headers: {
      Authorization: 'Bearer {{ secrets.IN_HEADER }}',
      'X-Api-Key': canary(`literal in a header, ${manner}`),
      'X-Auth-Token': '{{ variables.access_token }}',
      'X-Phone': '{{ variables.customer.phone }}',
    },
    body: {
      signed: '{{ secrets.IN_BODY }}',
      password: canary(`literal in a body, ${manner}`),
      to: '{{ variables.customer.first_name }}, {{ variables.customer.address1 }}',
    },
    timeoutMs: 1000,
  });

  async function stepTo(manner: string, runId = manner, fields: object = {}) {
    const request = await send('POST', '/api/v1/http-requests', { ...requestTo(manner), ...fields });
    expect(request.status).toBe(201);
    const step = { runId, stepId: 'step', workflow: 'Orders', requestId: request.body.id, variables };
    const body = JSON.stringify(step);
    const url = `/platforms/generic/${testStack.storeId}/http-request`;
    const answer = await send('POST', url, body, signed(testStack.secret, body));
    expect(answer.status).toBe(200);
    executions.push(answer.body.executionId);
    return answer.body;
  }

  beforeAll(async () => {
    testStack = await startTestStack({ OUTSTEP_LOG_LEVEL: 'trace', OUTSTEP_RETRY_SECONDS: '0,0.1' });
    signIn(testStack.outstep.origin, testStack.key.key);
    needles.push({ what: "the platform's secret", text: testStack.secret.slice(6) });
    const secrets = {
      IN_URL: canary('secret IN_URL'),
      IN_HEADER: canary('secret IN_HEADER'),
      IN_BODY: canary('secret IN_BODY', (c) => `"${c}" / + = & ä`),
    };
    for (const [name, value] of Object.entries(secrets))
      await testStack.outstep.operator(testStack.storeId, 'set_secret', { name, value });
  }, 120_000);
  afterAll(() => testStack?.close());

  test.each([
    ['text', 'SUCCESS'],
    ['json', 'SUCCESS'],
    ['broken', 'FAILED'],
    ['busy', 'FAILED'],
    ['moved', 'FAILED'],
    ['cut', 'FAILED'],
    ['silent', 'FAILED'],
  ])('to a target that echoes everything: %s', async (manner, status) => {
    testStack.target.answer = echoServer().answer;
    const before = testStack.target.received.length;
    expect(await stepTo(manner)).toMatchObject({ status });
    const told = findNeedles(needles, JSON.stringify(testStack.target.received[before])).join('\n');
    for (const what of [
      ...['secret IN_URL', 'secret IN_HEADER', 'secret IN_BODY', 'token in variables', 'email', 'phone'],
      ...['first name', 'street', `literal in a header, ${manner}`, `literal in a body, ${manner}`],
    ])
      expect(told).toContain(`${what}: `);
  });

  test.each([
    '{{ secrets.NOT_THERE }}',
    '{% for i in (1..99999999) %}{{ variables.customer.email }}{% endfor %}',
  ])('to a target, with Liquid that cannot be filled: %s', async (broken) => {
    const headers = { Authorization: canary('literal beside broken Liquid', (c) => `Bearer ${c} ${broken}`) };
    const { status, error } = await stepTo('text', broken, { headers });
    expect({ status, error }).toEqual({ status: 'FAILED', error: expect.stringContaining('Liquid') });
  });

  test('while the call is under way', async () => {
    const { answer, held } = echoServer();
    testStack.target.answer = answer;
    const going = stepTo('held', 'held', { timeoutMs: 20_000 });
    await held.arrived;
    journals.push(await readInvocationJournals(testStack.engine.process.adminUrl));
    dumps.push(await dumpOf(database()));
    held.release();
    expect(await going).toMatchObject({ status: 'SUCCESS' });
  });

  test('while the worker cannot continue and reports why to the engine', async () => {
    testStack.target.answer = echoServer().answer;
    await asOwner('revoke update on deliveries from outstep_app');
    const going = stepTo('text', 'troubled');
    await eventually(
      async () => testStack.worker.output.some((line) => line.includes('could not be worked on')),
      (troubled) => troubled,
    );
    journals.push(await readInvocationJournals(testStack.engine.process.adminUrl));
    await asOwner('grant update on deliveries to outstep_app');
    expect(await going).toMatchObject({ status: 'SUCCESS' });
  });

  test('not in any answer, nor in history (spec: What the service does 4; What the service does 5)', async () => {
    await send('GET', '/api/v1/history?limit=100');
    await tool('list_history', {});
    for (const id of executions) {
      const { body } = await send('GET', `/api/v1/history/${id}`);
      expect(body).toMatchObject({ id, trigger: 'workflow' });
      await tool('get_history_entry', { id });
    }
    const all = answers.join('\n');
    for (const shown of ['[secret:IN_HEADER]', '[secret:IN_BODY]', '********', '@example.com'])
      expect(all).toContain(shown);
    expect(answers.flatMap((answer) => findNeedles(needles, answer))).toEqual([]);
  });

  test('not in the database, during and after', async () => {
    dumps.push(await dumpOf(database()));
    for (const dump of dumps) {
      expect(dump).toMatch(/^step_inputs$/m);
      expect(findNeedles(needles, dump)).toEqual([]);
    }
  });

  test('not in Redis', async () => {
    const contents = await contentsOf(testStack.outstep.env['REDIS_URL'] as string);
    expect(contents, 'the budget of the key is counted there').toContain(testStack.key.id);
    expect(findNeedles(needles, contents)).toEqual([]);
  });

  test("not in the API's and the worker's log", async () => {
    const processes = [...testStack.outstep.apis, testStack.worker];
    // The log is written in blocks; a process that has ended has written all of it.
    await Promise.all(processes.map((each) => Promise.all([once(each.child, 'close'), each.stop()])));
    const log = processes.flatMap(({ output }) => output).join('\n');
    for (const there of [testStack.key.id, 'permission denied']) expect(log).toContain(there);
    expect(findNeedles(needles, log)).toEqual([]);
  });

  test('not in the engine: neither in its journals nor in its files', async () => {
    const ids = [{ what: 'work under way', text: executions.at(-2) as string }];
    expect(findNeedles(ids, journals[0] as string), 'journals are readable').not.toEqual([]);
    expect(journals[1], 'troubles are told').toContain('not now');
    const files = await filesOf(testStack.engine.folder);
    for (const id of executions) expect(files, 'files are readable').toContain(id);
    for (const each of [files, ...journals]) expect(findNeedles(needles, each)).toEqual([]);
  });
});
