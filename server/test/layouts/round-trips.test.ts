import { afterAll, beforeAll, expect, test } from 'vitest';
import { call } from '../harness/client.ts';
import { countingProxy } from '../harness/counting-proxy.ts';
import { createFile, createPreset, layoutsPath as path } from '../harness/layouts.ts';
import { type Outstep, startOutstep, type TestKey } from '../harness/outstep.ts';
import { type OutstepProcess, startApi } from '../harness/process.ts';

/**
 * One read, the data that checking needs, one lock and one write: each is a round trip, as are both ends of a
 * transaction.
 */
const MOST = 8;

let outstep: Outstep;
let proxy: Awaited<ReturnType<typeof countingProxy>>;
let api: OutstepProcess;
let key: TestKey;

beforeAll(async () => {
  outstep = await startOutstep({ processes: 0 });
  const address = outstep.env['DATABASE_URL'] as string;
  proxy = await countingProxy(address);
  api = await startApi({ ...outstep.env, DATABASE_URL: proxy.through(address) });
  outstep.apis.push(api);
  key = await outstep.newKey(await outstep.newStore(), 'write');
});
afterAll(async () => {
  await outstep?.close();
  await proxy?.close();
});

const send = async (method: string, at: string, body: unknown, status = 200) => {
  const answer = await call(api.origin, key.key, method, at, body);
  expect(answer.status, answer.text).toBe(status);
  return answer.body;
};
const createLayout = (body: object) =>
  send('POST', path, { name: 'Order', subject: 'Your order', ...body }, 201);
const tripsOfPatch = async (layout: object, change: (turn: number) => object) => {
  const { id } = await createLayout(layout);
  let turn = 0;
  return proxy.tripsOf(() => send('PATCH', `${path}/${id}`, change(turn++)));
};

test('a PATCH of a text layout takes at most 8 database round trips', async () => {
  const trips = await tripsOfPatch({ bodyType: 'text', body: '<p>Hi</p>' }, (turn) => ({
    ...{ body: `<p>Hi ${turn}</p>`, category: turn % 2 ? 'marketing' : 'transactional' },
  }));
  expect(trips).toBeLessThanOrEqual(MOST);
});

test('a PATCH of a design takes at most 8, even if it uses a file and a preset with another file', async () => {
  const [own, shared] = [
    await createFile(outstep.core, key.storeId),
    await createFile(outstep.core, key.storeId),
  ];
  const footer = await createPreset(outstep.core, key.storeId, 'footer', [
    { type: 'image', fileKey: shared, alt: 'Shop' },
  ]);
  const bodyDesign = (turn: number) => ({
    blocks: [
      { type: 'image', fileKey: own, alt: 'Order' },
      { type: 'text', html: `<p>Hi ${turn}</p>` },
    ],
    footer: { preset: footer },
  });
  const trips = await tripsOfPatch({ bodyDesign: bodyDesign(-1) }, (turn) => ({
    bodyDesign: bodyDesign(turn),
  }));
  expect(trips).toBeLessThanOrEqual(MOST);
});

test('writes its audit entry in the same transaction, once', async () => {
  const { id } = await createLayout({});
  await send('PATCH', `${path}/${id}`, { subject: 'Changed' });
  const rows = await outstep.core.database.forStore(key.storeId).rows<{ operation: string; xmin: string }>({
    statement: {
      name: 'test_audit_of_layout',
      text: `select operation, a.xmin::text as a, l.xmin::text as l from audit_log a, layouts l
             where a.target = $1 and l.id = $1::uuid order by a.id`,
    },
    values: [id],
  });
  expect(rows).toEqual([
    { operation: 'create_email_template', a: expect.any(String), l: expect.any(String) },
    { operation: 'update_email_template', a: expect.any(String), l: expect.any(String) },
  ]);
  const [, changed] = rows as unknown as { a: string; l: string }[];
  expect(changed?.a).toBe(changed?.l);
});
