import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '../harness/free-port.ts';
import { type NameServer, startNameServer, type ZoneRule } from '../harness/name-server.ts';
import { type Outstep, startOutstep } from '../harness/outstep.ts';
import { eventually } from '../harness/test-stack.ts';
import { appEnv } from './browser.ts';
import { newTeam, type Team } from './team.ts';

const zone: Record<string, ZoneRule> = { 'smtp.tea.example': { addresses: ['93.184.215.14'] } };

let outstep: Outstep;
let names: NameServer;
let team: Team;
let sender: string;

beforeAll(async () => {
  names = await startNameServer(zone, await freePort());
  outstep = await startOutstep({ env: { ...appEnv, OUTSTEP_DNS_SERVERS: `127.0.0.1:${names.port}` } });
  team = await newTeam(outstep);
  const made = await send('editor', 'POST', '/smtp-configs', {
    ...{ name: 'Orders', host: 'smtp.tea.example', port: 587, from: 'orders@Tea.example' },
  });
  sender = made.body.id;
});
afterAll(async () => {
  await outstep?.close();
  await names?.close();
});

const send = (role: 'viewer' | 'editor' | 'owner', method: string, path: string, body?: unknown) =>
  team.people[role].send(method, `/app/api/stores/${team.storeId}${path}`, body);
const check = async () => {
  const { status, body, text } = await send('viewer', 'GET', `/smtp-configs/${sender}/domain`);
  expect(status, text).toBe(200);
  return body;
};
const makeKey = (role: 'viewer' | 'editor', fields: object = {}) =>
  send(role, 'POST', '/dkim-keys', { domain: 'tea.example', ...fields });

test('returns missing records with their values and recognizes added ones', async () => {
  const before = await check();
  expect(before).toMatchObject({
    ...{ id: sender, name: 'Orders', address: 'orders@Tea.example', domain: 'tea.example' },
    spf: { state: 'missing', put: { name: 'tea.example', value: 'v=spf1 a:smtp.tea.example ~all' } },
    dkim: { state: 'missing', hasKey: false, findings: [{ code: 'no_key' }], put: null },
    dmarc: { state: 'missing', put: { name: '_dmarc.tea.example', value: 'v=DMARC1; p=none' } },
  });
  const key = await makeKey('editor', { replace: false });
  expect(key.status, key.text).toBe(200);
  const { spf, dkim, dmarc } = await check();
  expect(dkim).toMatchObject({ state: 'missing', hasKey: true, findings: [{ code: 'no_record' }] });
  expect(dkim.put).toEqual({ name: 'outstep._domainkey.tea.example', type: 'TXT', value: key.body.value });
  for (const { name, value } of [spf.put, dkim.put, dmarc.put]) zone[name] = { texts: [value] };
  expect(await check()).toMatchObject({
    ...{ spf: { state: 'right' }, dkim: { state: 'right' }, dmarc: { state: 'right', policy: 'none' } },
  });
});

test('an international domain has its key in ASCII, where its sender finds it (contract: Fields 9)', async () => {
  const made = await send('editor', 'POST', '/smtp-configs', {
    ...{ name: 'Books', host: 'smtp.tea.example', port: 587, from: 'orders@bücher.example' },
  });
  const key = await makeKey('editor', { domain: ' Bücher.example' });
  const name = 'outstep._domainkey.xn--bcher-kva.example';
  expect(key.body).toMatchObject({ record: name });
  const { body } = await send('viewer', 'GET', `/smtp-configs/${made.body.id}/domain`);
  expect(body).toMatchObject({ domain: 'xn--bcher-kva.example', dkim: { hasKey: true, put: { name } } });
  expect(await makeKey('editor', { domain: 'bücher example' })).toMatchObject({
    ...{ status: 400, body: { error: 'domain: must be a domain such as example.com' } },
  });
});

test('409 for a second key unless it replaces the first', async () => {
  await makeKey('editor');
  const before = (await check()).dkim.put?.value;
  expect(await makeKey('editor', { replace: false })).toMatchObject({
    status: 409,
    body: { error: 'this domain already has a DKIM key' },
  });
  expect((await check()).dkim.put?.value).toBe(before);
  expect((await makeKey('editor')).body.value).not.toBe(before);
});

test('403 for a viewer creating a key; the private key is never returned', async () => {
  expect((await makeKey('viewer')).status).toBe(403);
  const { text } = await send('owner', 'GET', `/smtp-configs/${sender}/domain`);
  expect(text).not.toMatch(/PRIVATE/);
});

test('audits creating a key but not reading', async () => {
  const log = async () => (await send('owner', 'GET', '/audit-log')).body;
  const { total } = await log();
  await check();
  expect((await log()).total).toBe(total);
  await makeKey('editor');
  expect((await log()).items[0]).toMatchObject({
    ...{ operation: 'create_dkim_key', target: 'outstep._domainkey.tea.example' },
  });
});

test('404 for a sender of another store before any DNS query', async () => {
  const other = await team.another();
  const asked = names.questions.length;
  const answer = await other.people.owner.send(
    'GET',
    `/app/api/stores/${other.storeId}/smtp-configs/${sender}/domain`,
  );
  expect(answer).toMatchObject({ status: 404, body: { error: 'not found' } });
  expect(names.questions.length).toBe(asked);
});

test('409 while three checks are running; a waiting one is answered when DNS times out', async () => {
  const { storeId, people } = await team.another();
  zone['silent.example'] = null;
  const at = (path: string) => `/app/api/stores/${storeId}/smtp-configs${path}`;
  const { id } = (
    await people.editor.send('POST', at(''), {
      ...{ name: 'Silent', host: 'smtp.tea.example', port: 587, from: 'a@silent.example' },
    })
  ).body;
  const look = () => people.viewer.send('GET', at(`/${id}/domain`));
  const asked = () => names.questions.filter((each) => each === 'TXT silent.example').length;
  const slow = [];
  for (const count of [1, 2, 3]) {
    slow.push(look());
    await eventually(
      async () => asked(),
      (now) => now >= count,
    );
  }
  expect(await look()).toMatchObject({
    status: 409,
    body: { error: 'other checks of this store are still running: try again in a few seconds' },
  });
  // Another store doesn't have to wait.
  expect((await check()).spf.state).toBe('right');
  for (const answer of await Promise.all(slow))
    expect(answer).toMatchObject({
      status: 200,
      body: { spf: { state: 'unknown', findings: [{ code: 'no_answer' }] } },
    });
  expect((await look()).status).toBe(200);
});
