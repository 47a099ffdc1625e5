import { afterAll, beforeAll, expect, test } from 'vitest';
import { PREVIOUS_RELEASE } from '../harness/previous-release.ts';
import { eventually } from '../harness/test-stack.ts';
import { type Release, type TestStore, TwoReleases } from './two-releases.ts';

/**
 * An upgrade as described in docs/guides/upgrade.md, and the rollback; each test continues from the previous
 * one. Each step's name must occur exactly once among what target and mail server received; otherwise the
 * step was lost or doubled.
 */
let world: TwoReleases;
let shop: TestStore;
let quiet: TestStore;
let requestId: string;
const layouts: Record<string, string> = {};
/** The responses of the release before the upgrade. */
const answers: Record<string, Record<string, unknown>> = {};
/** The execution ID of every step, by name. */
const executions = new Map<string, string>();
/** Steps whose success was seen: an outcome is final. */
const seen = new Set<string>();

const recipients = (name: string) => [`${name}-a@customer.example`, `${name}-b@customer.example`];

/** An HTTP step, a receipt to one and a newsletter to two; doesn't wait for their end. */
async function post(release: Release, name: string, kinds = ['call', 'receipt', 'news']) {
  const base = (kind: string) => ({
    ...{ runId: `${kind}-${name}`, stepId: `step-${kind}`, variables: { name: `${kind}-${name}` } },
  });
  const one = async (kind: string) => {
    const action = kind === 'call' ? 'http-request' : 'send-email';
    const [first] = recipients(`${kind}-${name}`);
    const fields = {
      call: { requestId },
      receipt: { layoutId: layouts['receipt'], to: [first], locale: 'de-AT' },
      news: { layoutId: layouts['news'], to: recipients(`${kind}-${name}`) },
    }[kind];
    const { status, body } = await world.step(release, shop, action, { ...base(kind), ...fields });
    expect([200, 202], JSON.stringify(body)).toContain(status);
    executions.set(`${kind}-${name}`, body.executionId);
  };
  // Each answers when it has ended, or after eight seconds.
  await Promise.all(kinds.map(one));
}

/** All steps so far have succeeded, and each call and each email was made once. */
async function expectAllOnce(release: Release) {
  for (const [name, id] of executions) {
    if (seen.has(name)) continue;
    expect(await world.ended(release, shop, id), name).toMatchObject({ status: 'SUCCESS', error: null });
    seen.add(name);
  }
  const names = [...executions.keys()];
  const calls = names.filter((name) => name.startsWith('call')).map((name) => `/orders/${name}`);
  expect(world.target.received.map(({ url }) => url).toSorted()).toEqual(calls.toSorted());
  const mails = names.flatMap((name) => {
    if (name.startsWith('call')) return [];
    return name.startsWith('news') ? recipients(name) : recipients(name).slice(0, 1);
  });
  expect(world.smtp.messages.flatMap(({ to }) => to).toSorted()).toEqual(mails.toSorted());
}

beforeAll(async () => {
  world = await TwoReleases.start();
  await world.run('before', ['migrate']);
  await Promise.all([world.startApi('before'), world.startWorker('before')]);
  shop = await world.newStore('before', 'Shop');
  quiet = await world.newStore('before', 'Quiet');
  await world.addSender('before', shop);
  await world.run('before', ['secret', 'set', '--store', shop.id, '--name', 'KEY'], 's3cret-0815');
  const make = async (path: string, fields: object) =>
    (await world.ask('before', shop, 'POST', path, fields)).id;
  requestId = await make('/http-requests', {
    ...{ name: 'Call', method: 'POST', url: `${world.target.origin}/orders/{{ variables.name }}` },
    headers: { Authorization: 'Bearer {{ secrets.KEY }}' },
  });
  layouts['receipt'] = await make('/email-templates', {
    ...{ name: 'Receipt', subject: 'Receipt', bodyType: 'text', category: 'transactional', body: 'Thanks' },
  });
  await world.ask('before', shop, 'PUT', `/email-templates/${layouts['receipt']}/translations/de`, {
    ...{ subject: 'Rechnung', body: 'Danke, {{ variables.name }} {{ secrets.KEY }}' },
  });
  layouts['news'] = await make('/email-templates', {
    ...{ name: 'News', subject: 'News', category: 'marketing' },
    bodyDesign: {
      blocks: [{ type: 'text', html: '<p>News for {{ variables.name }} {{ secrets.KEY }}</p>' }],
    },
  });
});
afterAll(() => world?.close());

test(`${PREVIOUS_RELEASE} has run steps, and others wait when its processes end`, async () => {
  await post('before', 'done');
  await expectAllOnce('before');
  // Temporarily rejected: half of the newsletter is sent, while the other half and the receipt wait.
  world.smtp.behaves.rcpt = (recipient) => (/receipt|news-.*-b@/.test(recipient) ? '450 4.2.1 later' : null);
  await post('before', 'retried', ['receipt', 'news']);
  await eventually(
    async () => world.smtp.recipients.filter((each) => /receipt-retried|retried-b/.test(each)).length,
    (count) => count > 1,
  );
  await world.stopWorker('before');
  world.smtp.behaves = {};
  await post('before', 'waiting');
  for (const path of [
    ...['/http-requests', `/http-requests/${requestId}`, '/email-templates?limit=100'],
    ...Object.values(layouts).map((id) => `/email-templates/${id}`),
    `/email-templates/${layouts['receipt']}/translations/de`,
    `/email-templates/${layouts['receipt']}/versions`,
    `/history/${executions.get('call-done')}`,
    `/history/${executions.get('news-done')}`,
  ])
    answers[path] = await world.ask('before', shop, 'GET', path);
  await world.stopApi('before');
});

test('the current release reads everything and runs waiting steps once', async () => {
  const { applied } = await world.run<{ applied: string[] }>('today', ['migrate']);
  expect(applied.length).toBeGreaterThan(0);
  await Promise.all([world.startWorker('today'), world.startApi('today')]);
  for (const [path, { limit: _, ...expected }] of Object.entries(answers))
    expect(await world.ask('today', shop, 'GET', path), path).toMatchObject(expected);
  await expectAllOnce('today');
});

test('workers of both releases share the work of both APIs without losing or repeating any', async () => {
  await Promise.all([world.startApi('before'), world.startWorker('before')]);
  const before = [...world.calls];
  await Promise.all(
    Array.from({ length: 8 }, (_, round) => [
      post('before', `both-before-${round}`),
      post('today', `both-today-${round}`),
    ]).flat(),
  );
  // A platform that repeats a call and is routed to the other release gets the same run.
  for (const [from, to] of [
    ['before', 'today'],
    ['today', 'before'],
  ] as const) {
    const name = `call-both-${from}-0`;
    const fields = { runId: name, stepId: 'step-call', requestId, variables: { name } };
    const { body } = await world.step(to, shop, 'http-request', fields);
    expect(body.executionId).toBe(executions.get(name));
  }
  await expectAllOnce('today');
  const [, today, again] = world.calls.map((count, index) => count - (before[index] ?? 0));
  expect(Math.min(today ?? 0, again ?? 0), `${world.calls}`).toBeGreaterThan(3);
});

test('each release reads and changes what the other one wrote', async () => {
  const path = `/email-templates/${layouts['receipt']}`;
  await world.ask('today', shop, 'PATCH', path, { requiredVariables: ['name'], subject: 'Receipt by today' });
  expect(await world.ask('before', shop, 'GET', path)).toMatchObject({ subject: 'Receipt by today' });
  await world.ask('before', shop, 'PATCH', path, { subject: 'Receipt by before' });
  expect(await world.ask('today', shop, 'GET', path)).toMatchObject({
    ...{ subject: 'Receipt by before', requiredVariables: ['name'] },
  });
  await world.ask('today', shop, 'PATCH', `/http-requests/${requestId}`, { description: 'By today' });
  expect(
    await world.ask('before', shop, 'PATCH', `/http-requests/${requestId}`, { name: 'By before' }),
  ).toMatchObject({
    description: 'By today',
  });
  const made = await world.ask('before', shop, 'POST', '/http-requests', {
    ...{ name: 'Made by before', method: 'GET', url: 'https://example.com' },
  });
  await world.ask('today', shop, 'DELETE', `/http-requests/${made.id}`);
  await expect(world.ask('before', shop, 'GET', `/http-requests/${made.id}`)).rejects.toThrow('404');
  await post('before', 'changed');
  await post('today', 'changed-too');
  await expectAllOnce('today');
});

test('a store whose first sender the previous release adds is live (contract: Test inbox 1)', async () => {
  const layout = { name: 'Mail', subject: 'Mail', bodyType: 'text', body: 'x' };
  const { id: layoutId } = await world.ask('today', quiet, 'POST', '/email-templates', layout);
  const send = async (runId: string) => {
    const fields = { runId, stepId: 'step', layoutId, to: [`${runId}@customer.example`] };
    const { body } = await world.step('today', quiet, 'send-email', fields);
    return world.ended('today', quiet, body.executionId);
  };
  // Whichever worker gets it: the one of the previous release leaves what it cannot read to the other one.
  for (const runId of ['quiet-1', 'quiet-2', 'quiet-3', 'quiet-4'])
    expect(await send(runId)).toMatchObject({ status: 'SUCCESS', captured: true });
  const taken = world.smtp.messages.length;
  await world.addSender('before', quiet);
  expect(await send('live-1')).toMatchObject({ status: 'SUCCESS', captured: false });
  expect(world.smtp.messages.splice(taken).map(({ to }) => to)).toEqual([['live-1@customer.example']]);
});

test('after a rollback the previous release works with data of the current one', async () => {
  // As in the guide: first the API, and today's workers until everything its API has accepted is done.
  await world.stopApi('today');
  await expectAllOnce('before');
  await world.stopWorker('today');
  expect(await world.ask('before', shop, 'GET', `/email-templates/${layouts['receipt']}`)).toMatchObject({
    ...{ subject: 'Receipt by before', stepCount: expect.any(Number) },
  });
  expect((await world.ask('before', shop, 'GET', '/history?limit=100')).total).toBe(executions.size);
  await post('before', 'alone');
  await expectAllOnce('before');
});

test('out of order: the previous release makes calls accepted by the current one, emails wait for the current one', async () => {
  await world.startApi('today');
  await post('today', 'early');
  const call = executions.get('call-early') ?? '';
  expect(await world.ended('before', shop, call)).toMatchObject({ status: 'SUCCESS' });
  for (const kind of ['receipt', 'news'])
    expect(
      await world.ask('before', shop, 'GET', `/history/${executions.get(`${kind}-early`)}`),
    ).toMatchObject({ status: 'PENDING' });
  await world.stopWorker('before');
  await world.startWorker('today');
  await expectAllOnce('today');
});
