import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  answerTo,
  EXECUTION,
  examples,
  FILE,
  LAYOUT,
  REQUEST,
  SHA,
  STORE,
  WAREHOUSE,
} from '../../src/surfaces/openapi/examples.ts';
import { exampleSignature, signingExample } from '../../src/surfaces/openapi/platform-object.ts';
import { isSignedWith } from '../../src/surfaces/workflow-platforms/signature.ts';
import type { TestResponse } from '../harness/client.ts';
import { addFile, pngOf } from '../harness/files.ts';
import { connectMailbox } from '../harness/mailboxes.ts';
import type { TestKey } from '../harness/outstep.ts';
import { signedHeaders } from '../harness/signed-step.ts';
import { startTarget, type Target } from '../harness/target.ts';
import { eventually } from '../harness/test-stack.ts';
import { type RepositoryWorld, startRepositoryWorld } from '../repository/world.ts';
import { type Described, described, document, faultsOf } from './document.ts';
import { createStabilizer } from './stable-values.ts';

let world: RepositoryWorld;
let target: Target;
let key: TestKey;
let secret: string;
/** Values in the document, and the corresponding ones in this store. */
const real = new Map<string, string>();
const answers: Record<string, { status: number; body: unknown }> = {};

const operator = (name: string, fields: Record<string, unknown>) =>
  world.outstep.operator(world.storeId, name, fields);

const DAY_MS = 86_400_000;
const LONGER_THAN_THIS_FILE_MS = 60_000;

beforeAll(async () => {
  // The stats of one day don't include runs of the previous one.
  const leftMs = DAY_MS - (Date.now() % DAY_MS);
  if (leftMs < LONGER_THAN_THIS_FILE_MS) await setTimeout(leftMs);
  [world, target] = await Promise.all([
    startRepositoryWorld({
      OUTSTEP_BASE_URL: 'http://localhost:3000',
      OUTSTEP_OUTBOUND_ALLOW: '127.0.0.0/8',
    }),
    startTarget(),
  ]);
  const { outstep, storeId } = world;
  target.answer = (response) => {
    response.sendDate = false;
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"accepted":true}');
  };
  key = await outstep.newKey(storeId, 'execute', { name: 'Deploy key', recipientSearch: true });
  ({ secret } = (await operator('create_platform_secret', {})) as { secret: string });
  await operator('set_secret', {
    name: 'WAREHOUSE_TOKEN',
    value: 'wh-token-4f7a',
    description: 'Of the warehouse',
    host: [new URL(target.origin).host],
    email: 'no',
  });
  await connectMailbox(outstep.core, storeId, { address: 'mara@shop.example.com' });
  await operator('add_smtp_sender', {
    name: 'Shop',
    host: 'mail.shop.example.com',
    port: 587,
    from: 'orders@shop.example.com',
    user: 'orders',
    password: 'mail-password-7',
  });
  await world.connect();
  real.set('Example shop', 'Test store');
  real.set(STORE, storeId);
  real.set(WAREHOUSE, target.origin);
  real.set(new URL(WAREHOUSE).host, new URL(target.origin).host);
  real.set(FILE, await addFile(outstep, storeId, 'banner.png', await pngOf()));
});
afterAll(async () => {
  await target?.close();
  await world?.close();
});

/** The example with this store's IDs. */
const inStore = <T>(value: T): T => {
  let text = JSON.stringify(value ?? null);
  for (const [example, own] of real) text = text.replaceAll(example, own);
  return JSON.parse(text) ?? undefined;
};

function send({ name, method, path }: Described): Promise<TestResponse> {
  const example = examples[name];
  const members = inStore(example?.path ?? {});
  const query = new URLSearchParams(inStore(example?.query ?? {})).toString();
  const at = path.replace(/\{(\w+)\}/g, (_all, member: string) => encodeURIComponent(members[member] ?? ''));
  const body = example?.body && JSON.stringify(inStore(example.body));
  const isSigned = path.startsWith('/platforms/');
  return world.outstep.call(
    isSigned ? null : key,
    method,
    query ? `${at}?${query}` : at,
    body,
    isSigned ? signedHeaders(secret, body ?? '') : {},
  );
}

/** Keeps the values of a response that later examples need. */
function rememberValues(name: string, { body }: TestResponse) {
  if (name === 'create_email_template') real.set(LAYOUT, body.id);
  if (name === 'create_http_request') real.set(REQUEST, body.id);
  if (name === 'send-email') real.set(EXECUTION, body.executionId);
  if (name === 'list_repository_versions') real.set(SHA, body.items[0].sha);
}

const steady = createStabilizer(() => [...real]);
const byName = new Map(described.map((each) => [each.name, each]));

test('every operation and action has an example, and every example belongs to one', () => {
  expect(Object.keys(examples).sort()).toEqual([...byName.keys()].sort());
});

test('the signature in the document is accepted', () => {
  const { secret: own, body, ...named } = signingExample;
  const signature = exampleSignature();
  expect(document.components.securitySchemes.signature.description).toContain(`\`${signature}\``);
  const candidates = [signature.slice('v1,'.length)];
  expect(isSignedWith([own], { ...named, candidates }, Buffer.from(body))).toBe(true);
  expect(isSignedWith([own], { ...named, candidates }, Buffer.from(`${body} `))).toBe(false);
});

describe('each example, sent to a running API in order', () => {
  test.each(Object.keys(examples))('%s', async (name) => {
    const operation = byName.get(name) as Described;
    const { requestBody, responses } = operation.described;
    const shown = requestBody?.content['application/json'];
    expect(shown?.example).toEqual(examples[name]?.body);
    if (shown?.example) expect(faultsOf(shown.schema, shown.example)).toBeNull();
    if (name === 'list_repository_versions') await world.settled();
    // A step that a slow machine hasn't finished in time returns its outcome when it is sent again.
    const answer = await eventually(
      () => send(operation),
      ({ status }) => status !== 202,
    );
    rememberValues(name, answer);
    expect([answer.status, answer.status < 300 ? '' : answer.text]).toEqual([answer.status, '']);
    const answered = responses[answer.status]?.content['application/json'];
    expect(faultsOf(answered?.schema, answer.body)).toBeNull();
    // Its response is a separate document of sixty kilobytes.
    if (name !== 'get_layout_schema') answers[name] = { status: answer.status, body: steady(answer.body) };
    if (answered?.example) expect(faultsOf(answered.schema, answered.example)).toBeNull();
  });

  test('the documented responses are current; npx vitest run server/test/openapi -u updates them', async () => {
    await expect(`${JSON.stringify(answers, null, 2)}\n`).toMatchFileSnapshot(
      '../../src/surfaces/openapi/answers.json',
    );
    for (const { name, described: shown } of described) {
      const { status, body } = answerTo(name) ?? {};
      if (status) expect(shown.responses[status].content['application/json'].example).toEqual(body);
    }
  });
});

describe('each error matches the document (contract: Every answer 7)', () => {
  const sentenceOf = (error: string) =>
    document.components.responses[error].content['application/json'].example.error;
  const layouts = '/api/v1/email-templates';
  const step = (headers: Record<string, string>) =>
    world.outstep.call(null, 'POST', `/platforms/generic/${world.storeId}/validate`, '{}', headers);

  test.each<[string, number, () => Promise<TestResponse>]>([
    ['Invalid', 400, () => world.outstep.call(key, 'POST', layouts, { name: 'No subject' })],
    ['Unauthenticated', 401, () => world.outstep.call(null, 'GET', layouts)],
    ['Unsigned', 401, () => step({})],
    ['Unsigned', 401, () => step(signedHeaders(`whsec_${Buffer.alloc(24).toString('base64')}`, '{}'))],
    ['NotFound', 404, () => world.outstep.call(key, 'GET', `${layouts}/${LAYOUT}`)],
    ['TooLarge', 413, () => world.outstep.call(key, 'POST', layouts, 'x'.repeat(2 * 1024 * 1024 + 1))],
  ])('%s: %i', async (error, status, ask) => {
    const answer = await ask();
    expect([answer.status, answer.body]).toEqual([status, { error: sentenceOf(error) }]);
  });

  test('Forbidden: 403', async () => {
    const reader = await world.outstep.newKey(world.storeId, 'read');
    const answer = await world.outstep.call(reader, 'POST', layouts, {});
    expect([answer.status, answer.body]).toEqual([403, { error: sentenceOf('Forbidden') }]);
  });

  test('Stale: 412, Conflict: 409, TargetFailed: 502', async () => {
    const { outstep, storeId } = world;
    const file = await addFile(outstep, storeId, 'logo.png', await pngOf());
    const { id } = await world.save(
      '',
      {
        name: 'Order confirmation',
        subject: 'Thanks',
        bodyDesign: { blocks: [{ type: 'image', fileKey: file, alt: 'Logo' }] },
      },
      'POST',
    );
    await world.save(`/${id}`, { subject: 'Thank you' });
    const stale = await outstep.call(key, 'PATCH', `${layouts}/${id}`, { name: 'x' }, { 'if-match': '"r1"' });
    expect([stale.status, stale.body]).toEqual([412, { error: sentenceOf('Stale') }]);
    const used = await outstep.call(key, 'DELETE', '/api/v1/files', { key: file });
    expect([used.status, used.body]).toEqual([409, { error: sentenceOf('Conflict') }]);
    target.answer = (response) => response.writeHead(500).end();
    const made = await outstep.call(key, 'POST', '/api/v1/http-requests', { url: target.origin });
    const failed = await outstep.call(key, 'POST', `/api/v1/http-requests/${made.body.id}/test`);
    expect(failed.status).toBe(502);
    const entry = failed.headers.get('x-execution-id') ?? '';
    expect(failed.body.error.replace(entry, EXECUTION)).toBe(sentenceOf('TargetFailed'));
  });
});
