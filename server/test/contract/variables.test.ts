import { afterAll, beforeAll, expect, test } from 'vitest';
import { eraseInputs } from '../../src/features/delivery/ledger/customer-data.store.ts';
import { finishExecution } from '../../src/features/records/history/record-execution.store.ts';
import type { JsonObject } from '../../src/kernel/json.ts';
import { maintain } from '../../src/processes/maintain.ts';
import { acceptedMail, layoutsPath } from '../harness/layouts.ts';
import type { Outstep, TestKey } from '../harness/outstep.ts';
import { withClient } from '../harness/postgres.ts';
import { sharedOutstep } from '../harness/shared.ts';

let outstep: Outstep;
let key: TestKey;

beforeAll(async () => {
  outstep = await sharedOutstep();
  key = await outstep.newKey(await outstep.newStore(), 'write');
});
afterAll(() => outstep?.close());

const call = async (method: string, path: string, body?: unknown) => {
  const answer = await outstep.call(key, method, `${layoutsPath}${path}`, body);
  expect([200, 201], answer.text).toContain(answer.status);
  return answer.body;
};
const createLayout = async (body: object) =>
  (await call('POST', '', { name: 'A', subject: 'S', ...body })).id;
const variables = (id: string) => call('GET', `/${id}/variables`);

interface Variable {
  path: string;
  usedIn: { locale: string; field: string }[];
  sentRecently: boolean | null;
}
const sentOf = (items: Variable[]) =>
  Object.fromEntries(items.map(({ path, sentRecently }) => [path, sentRecently]));

test('lists used variable paths and their fields in every language', async () => {
  const id = await createLayout({
    subject: 'Order {{ variables.order.name }}',
    previewText: '{% if variables.vip %}Dear{% endif %}',
    bodyDesign: {
      blocks: [
        { type: 'text', html: '<p>{{ variables.order.name | upcase }}</p>' },
        { type: 'conditional', if: 'variables.gift', blocks: [{ type: 'divider' }] },
      ],
      testVariables: { note: '{{ variables.unused }}' },
    },
    marketingTexts: { companyDetails: '{{ variables.shop }}' },
  });
  await call('PUT', `/${id}/translations/de`, {
    subject: '{{ variables.name }}',
    previewText: '',
    bodyDesign: { blocks: [] },
  });
  const page = await variables(id);
  expect(page).toMatchObject({ page: 1, limit: 25, total: 5, pages: 1 });
  const en = (field: string) => ({ locale: 'en', field });
  expect(page.items).toEqual([
    { path: 'variables.gift', usedIn: [en('bodyDesign.blocks[1].if')], sentRecently: null },
    { path: 'variables.name', usedIn: [{ locale: 'de', field: 'subject' }], sentRecently: null },
    {
      path: 'variables.order.name',
      usedIn: [en('subject'), en('bodyDesign.blocks[0].html')],
      sentRecently: null,
    },
    { path: 'variables.shop', usedIn: [en('marketingTexts.companyDetails')], sentRecently: null },
    { path: 'variables.vip', usedIn: [en('previewText')], sentRecently: null },
  ]);
  const found = await call('GET', `/${id}/variables?q=ORDER&limit=1`);
  expect(found).toEqual({ items: [page.items[2]], page: 1, limit: 1, total: 1, pages: 1 });
});

test('of a text layout: body and attachments too', async () => {
  const id = await createLayout({
    ...{ bodyType: 'text', body: '<a href="{{ variables.url }}">x</a>' },
    attachments: [{ filename: '{{ variables.order }}.pdf', url: 'https://x.example/{{ variables.file }}' }],
  });
  const { items } = await variables(id);
  expect(items.map(({ path, usedIn }: Variable) => [path, usedIn[0]?.field])).toEqual([
    ['variables.file', 'attachments[0].url'],
    ['variables.order', 'attachments[0].filename'],
    ['variables.url', 'body'],
  ]);
});

test('reports whether one of the last ten steps sent a path; another layout does not count (contract: Layouts 10)', async () => {
  const subject =
    '{{ variables.a.b }} {{ variables.list[0].x }} {{ variables.list.size }} {{ variables.none }}';
  const [id, other] = [await createLayout({ subject }), await createLayout({ subject })];
  const accept = (layoutId: string, given: Record<string, never>) =>
    acceptedMail(outstep.core, key.storeId, layoutId, given);
  const given = { a: { b: 0 }, list: [{ x: 1 }], none: null } as unknown as Record<string, never>;
  await accept(other, given);
  expect(new Set(Object.values(sentOf((await variables(id)).items)))).toEqual(new Set([null]));
  await accept(id, given);
  expect(sentOf((await variables(id)).items)).toEqual({
    ...{ 'variables.a.b': true, 'variables.list.size': true, 'variables.list[0].x': true },
    'variables.none': false,
  });
  for (let i = 0; i < 10; i++) await accept(id, {});
  expect(new Set(Object.values(sentOf((await variables(id)).items)))).toEqual(new Set([false]));
});

test('returns no sent values; a read key suffices', async () => {
  const id = await createLayout({ subject: '{{ variables.name }}' });
  await acceptedMail(outstep.core, key.storeId, id, { name: 'Mary Miller' });
  const reader = await outstep.newKey(key.storeId, 'read');
  const answer = await outstep.call(reader, 'GET', `${layoutsPath}/${id}/variables`);
  expect(answer.status).toBe(200);
  expect(answer.text).not.toContain('Mary');
});

const sent = (id: string, more = '') => call('GET', `/${id}/variables?sent=true&limit=100${more}`);
const accept = (layoutId: string, given: object, storeId = key.storeId) =>
  acceptedMail(outstep.core, storeId, layoutId, given as Record<string, never>);

test('with sent=true: kind, masked sample and by how many steps, also of what the layout does not use (contract: Layouts 16)', async () => {
  const id = await createLayout({
    subject: '{{ variables.order.name }} {{ variables.never }} {{ variables.lines.size }}',
  });
  await accept(id, { order: { name: '#1000' } });
  await accept(id, {
    order: { name: '#1001', total: '19.90' },
    customer: { first_name: 'Maria', email: 'maria@example.com', note: 'For Maria, maria@example.com' },
    'maria@example.com': 1,
    lines: [{ title: 'Tea' }],
  });
  const { items, steps } = await sent(id);
  expect(steps).toMatchObject({ count: 2, fromOtherLayouts: false, truncated: false });
  expect(Date.parse(steps.since)).toBeGreaterThan(Date.now() - 600_000);
  const known = (kind: string | null, sample: string | null, sentBy: number) => ({
    ...{ usedIn: [], kind, sample, entries: null, sentBy, sentRecently: sentBy > 0 },
  });
  const used = { usedIn: [{ locale: 'en', field: 'subject' }] };
  expect(Object.fromEntries(items.map(({ path, ...rest }: Variable) => [path, rest]))).toEqual({
    'variables.order': known('object', null, 2),
    'variables.order.name': { ...known('text', '#1001', 2), ...used },
    'variables.order.total': known('amount', '19.90', 1),
    'variables.customer': known('object', null, 1),
    'variables.customer.first_name': known('text', 'M******', 1),
    'variables.customer.email': known('text', 'ma******@example.com', 1),
    'variables.customer.note': known('text', 'For M******, ma******@example.com', 1),
    'variables.lines': { ...known('list', null, 1), entries: 1 },
    'variables.lines[0].title': known('text', 'Tea', 1),
    'variables.lines.size': { ...known(null, null, 1), ...used },
    'variables.never': { ...known(null, null, 0), ...used },
  });
  expect((await sent(id, '&q=TOTAL')).items.map(({ path }: Variable) => path)).toEqual([
    'variables.order.total',
  ]);
  // Without the option, the response is unchanged.
  const plain = await variables(id);
  expect(plain).not.toHaveProperty('steps');
  expect(Object.keys(plain.items[0])).toEqual(['path', 'usedIn', 'sentRecently']);
});

test('masks people per step and secrets in all samples', async () => {
  await outstep.operator(key.storeId, 'set_secret', { name: 'DOOR', value: 'open-sesame-4711' });
  const id = await createLayout({});
  await accept(id, { customer: { first_name: 'Annabella' }, note: 'Annabella said open-sesame-4711' });
  const text = JSON.stringify(await sent(id));
  expect(text).not.toContain('Annabella');
  expect(text).not.toContain('sesame');
  expect(text).toContain('[secret:DOOR]');
});

test('of a new layout lists variables sent to other layouts of the same store only', async () => {
  const storeId = await outstep.newStore();
  const own = await outstep.newKey(storeId, 'write');
  const createForeignLayout = async () =>
    (await outstep.call(own, 'POST', layoutsPath, { name: 'A', subject: '{{ variables.a }}' })).body.id;
  const listVariables = async (id: string) =>
    (await outstep.call(own, 'GET', `${layoutsPath}/${id}/variables?sent=true`)).body;
  const [id, other] = [await createForeignLayout(), await createForeignLayout()];
  await accept(await createLayout({}), { elsewhere: 1 });
  expect(await listVariables(id)).toMatchObject({
    steps: { count: 0, since: null, fromOtherLayouts: false },
    items: [{ path: 'variables.a', kind: null, sentBy: 0, sentRecently: null }],
  });
  await accept(other, { b: 'x' }, storeId);
  expect(await listVariables(id)).toMatchObject({
    steps: { count: 1, fromOtherLayouts: true },
    items: [
      { path: 'variables.a', sentBy: 0, sentRecently: null },
      { path: 'variables.b', sentBy: 1, sample: 'x', usedIn: [] },
    ],
  });
});

test('scans at most a hundred steps, up to a number of bytes', async () => {
  const id = await createLayout({});
  for (let i = 0; i < 103; i++) await accept(id, { n: i, ...(i < 52 && { early: true }) });
  const { items, steps } = await sent(id);
  expect(steps.count).toBe(100);
  // `early` was sent only by steps older than the ones shown.
  expect(items.map(({ path, sentBy }: Variable & { sentBy: number }) => [path, sentBy])).toEqual([
    ['variables.n', 100],
  ]);
  const heavy = await createLayout({});
  for (let i = 0; i < 8; i++) await accept(heavy, { text: 'x'.repeat(900_000) });
  expect((await sent(heavy)).steps.count).toBeLessThan(6);
  expect((await sent(heavy)).steps.count).toBeGreaterThan(0);
});

test('limits hostile variables: ten thousand keys, depth, invisible characters', async () => {
  const id = await createLayout({});
  let deep: object = { end: 'x' };
  for (let i = 0; i < 60; i++) deep = { in: deep };
  const wide = Object.fromEntries(Array.from({ length: 10_000 }, (_, i) => [`key${i}`, `value ${i}`]));
  await accept(id, { deep, 'a.b': 1, '\u202eevil': 1, ...wide });
  const { items, total, steps } = await sent(id);
  expect([total, steps.truncated]).toEqual([200, true]);
  expect(JSON.stringify(items)).not.toContain('evil');
});

const end = (id: string) =>
  finishExecution(outstep.core.database.forStore(key.storeId), id, {
    ...{ status: 'SUCCESS', error: null, attempts: 1, startedAt: new Date(), finishedAt: new Date() },
    ...{ request: null, response: null, timeline: [] },
  });

test('deletes variables with the erased customer or a week after the step (contract: Unsubscribing and erasing 3; History and stats 7)', async () => {
  const id = await createLayout({});
  const stays = await accept(id, { lasting: 1 });
  await end(await accept(id, { email: 'gone@example.com', theirs: 'Ring twice' }));
  expect((await sent(id)).items.map(({ path }: Variable) => path)).toContain('variables.theirs');
  await outstep.operator(key.storeId, 'erase_customer', { email: 'gone@example.com' });
  const after = await sent(id);
  expect([after.steps.count, after.items.map(({ path }: Variable) => path)]).toEqual([
    1,
    ['variables.lasting'],
  ]);
  await end(stays);
  const aged = (days: number) =>
    withClient(String(outstep.env['DATABASE_URL']), async (client) => {
      const then = 'now() - make_interval(days => $2)';
      await client.query(`update executions set finished_at = ${then} where id = $1`, [stays, days]);
      await client.query(`update step_inputs set created_at = ${then} where execution_id = $1`, [
        stays,
        days,
      ]);
      await maintain({ databaseAdminUrl: String(outstep.env['DATABASE_URL']), historyDays: 400 });
    });
  await aged(6);
  expect((await sent(id)).items.map(({ path }: Variable) => path)).toContain('variables.lasting');
  await aged(8);
  expect((await sent(id)).items.map(({ path }: Variable) => path)).not.toContain('variables.lasting');
});

test('renders a preview with variables of an execution masked (contract: Layouts 17)', async () => {
  const subject = 'For {{ variables.customer.first_name }}: {{ variables.order }}';
  const [id, other] = [await createLayout({ subject }), await createLayout({ subject })];
  const whom = { to: [{ name: 'Maria Huber', address: 'maria@example.com' }] };
  const given = { customer: { first_name: 'Maria' }, order: '#7 of Maria Huber' } as unknown as JsonObject;
  const run = await acceptedMail(outstep.core, key.storeId, id, given, whom);
  const asked = (layout: string, body: object) =>
    outstep.call(key, 'POST', `${layoutsPath}/${layout}/preview`, body);
  const shown = await asked(id, { executionId: run });
  expect([shown.status, shown.body.missingVariables]).toEqual([200, []]);
  expect(shown.body.subject).toMatch(/^For M\*+: #7 of /);
  expect(shown.text).not.toMatch(/Maria|Huber/);
  const refused = async (layout: string, body: object, sentence: string) => {
    const answer = await asked(layout, body);
    expect([answer.status, answer.body.error]).toEqual([400, `executionId: ${sentence}`]);
  };
  const unknown = 'not a run of this layout, or its variables are no longer stored';
  await refused(other, { executionId: run }, unknown);
  await refused(id, { executionId: 'x' }, unknown);
  await refused(id, { executionId: run, variables: {} }, 'cannot be combined with variables');
  const foreign = await outstep.newKey(await outstep.newStore(), 'write');
  const theirs = await outstep.call(foreign, 'POST', layoutsPath, { name: 'A', subject });
  const there = `${layoutsPath}/${theirs.body.id}/preview`;
  expect((await outstep.call(foreign, 'POST', there, { executionId: run })).status).toBe(400);
  await eraseInputs(outstep.core.database.forStore(key.storeId), [run]);
  await refused(id, { executionId: run }, unknown);
});

test('404 for an unknown layout; a layout without variables has none', async () => {
  const gone = await outstep.call(key, 'GET', `${layoutsPath}/${outstep.core.runtime.newId()}/variables`);
  expect(gone.status).toBe(404);
  expect((await variables(await createLayout({}))).items).toEqual([]);
});

const forgotten = (field: string, path: string) =>
  `${field}: ${path} is always empty; did you mean variables.${path}?`;

test('saves a name that is always empty, with a warning at its field (contract: Layouts 13)', async () => {
  await outstep.operator(key.storeId, 'set_secret', { name: 'SHOP', value: 'Alder' });
  const sent = {
    subject: 'Order {{ order.id }}',
    previewText: '{{ variables.a }}{% if vip %}!{% endif %}',
    bodyDesign: {
      blocks: [
        { type: 'html', html: '{% assign total = variables.total %}' },
        { type: 'text', html: '<p>{{ total }} {{ order.name | upcase }} {{ order["first line"] }}</p>' },
        { type: 'conditional', if: 'customer.vip', blocks: [{ type: 'divider' }] },
        {
          type: 'loop',
          source: 'variables.lines',
          as: 'line',
          blocks: [{ type: 'text', html: '{{ line.title }}' }],
        },
        {
          type: 'attachment',
          filename: '{{ order.id }}.pdf',
          url: 'https://x.example/{{ variables.id }}.pdf',
        },
      ],
    },
    marketingTexts: {
      unsubscribeText: '{{ unsubscribe_link }} {{ unsubscribe_url }} {{ secrets.SHOP }} {{ shop }}',
    },
  };
  const warnings = [
    forgotten('subject', 'order.id'),
    forgotten('bodyDesign.blocks[4].filename', 'order.id'),
    forgotten('marketingTexts.unsubscribeText', 'shop'),
    forgotten('previewText', 'vip'),
    forgotten('bodyDesign.blocks[1].html', 'order.name'),
    forgotten('bodyDesign.blocks[1].html', 'order["first line"]'),
    forgotten('bodyDesign.blocks[2].if', 'customer.vip'),
  ];
  const created = await call('POST', '', { name: 'A', ...sent });
  expect(created.warnings).toEqual(warnings);
  const at = `/${created.id}`;
  expect(await call('GET', at)).not.toHaveProperty('warnings');
  // Warned again for the same text, but not when no text was sent.
  expect((await call('PATCH', at, sent)).warnings).toEqual(warnings);
  expect(await call('PATCH', at, { name: 'B' })).not.toHaveProperty('warnings');
  expect((await call('POST', `${at}/preview`, { variables: {} })).warnings).toEqual(warnings);
  const de = await call('PUT', `${at}/translations/de`, {
    subject: '{{ name }}',
    bodyDesign: { blocks: [] },
  });
  const lost = expect.stringContaining('bodyDesign: lacks blocks');
  expect(de.warnings).toEqual([lost, forgotten('subject', 'name'), forgotten('previewText', 'vip')]);
  const mended = { subject: '{{ variables.name }}', previewText: '', bodyDesign: { blocks: [] } };
  expect(await call('PUT', `${at}/translations/de`, mended)).not.toHaveProperty('warnings');
});

test('warnings of a text layout; no more than twenty are spelled out (contract: Layouts 13)', async () => {
  const names = Array.from({ length: 23 }, (_, i) => `name${i}`);
  const body = `{% for x in variables.list %}{{ x }}{{ forloop.index }}{% endfor %}${names.map((name) => `{{ ${name} }}`).join('')}`;
  const { warnings } = await call('POST', '', { name: 'A', subject: 'S', bodyType: 'text', body });
  expect(warnings).toEqual([...names.slice(0, 20).map((name) => forgotten('body', name)), 'and 3 more']);
});
