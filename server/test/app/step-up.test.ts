import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { appRoutesOf } from '../../src/kernel/operation.ts';
import { operations } from '../../src/surfaces/operations.ts';
import type { Outstep } from '../harness/outstep.ts';
import { withClient } from '../harness/postgres.ts';
import { sharedOutstep } from '../harness/shared.ts';
import { codeOf, earlierCode } from '../harness/totp.ts';
import { Browser, PASSWORD } from './browser.ts';

let outstep: Outstep;
let owner: Browser;
let storeId: string;
const EMAIL = 'step-up@example.com';

beforeAll(async () => {
  outstep = await sharedOutstep();
  owner = new Browser(outstep);
  await owner.signUp('Stepper', { email: EMAIL });
  storeId = await owner.createStore();
});
afterAll(() => outstep?.close());

/** Moves the last proof of identity of all their sessions to that many minutes ago. */
const age = (minutes: number) =>
  withClient(outstep.env['DATABASE_URL'] as string, (client) =>
    client.query(
      `update people_sessions s set proven_at = now() - make_interval(secs => $2) from people p
       where p.id = s.person_id and email = $1`,
      [EMAIL, minutes * 60],
    ),
  );
const prove = (proof: object) => owner.send('POST', '/app/api/step-up', proof);
const createKey = () => owner.send('POST', `/app/api/stores/${storeId}/keys`, { name: 'k', level: 'read' });

const guarded = operations.flatMap((operation) =>
  operation.stepUp ? appRoutesOf(operation).map((route) => [operation.name, route] as const) : [],
);

test('keys, roles, secrets and exports require a recent proof', () => {
  expect([...new Set(guarded.map(([name]) => name))].sort()).toEqual([
    'change_member_role',
    'confirm_http_request_credentials',
    'connect_repository',
    'create_invitation',
    'create_key',
    'create_platform_secret',
    'create_secret',
    'delete_secret',
    'delete_store',
    'export_audit_log',
    'export_customer',
    'export_unsubscribes',
    'permit_secret',
    'remove_member',
    'revoke_key',
    'rotate_key',
    'set_alert_webhook',
    'set_key_addresses',
    'set_key_level',
    'set_key_recipient_search',
    'set_secret_value',
  ]);
  const exports = operations.filter(({ name }) => name.startsWith('export_'));
  expect(exports.filter((each) => appRoutesOf(each).length > 0 && !each.stepUp)).toEqual([]);
});

describe.each(guarded)('%s', (_name, { method, path }) => {
  test('401 with a session whose proof is eleven minutes old, before anything is read', async () => {
    await age(11);
    const at = path.replace(/:\w+/g, () => randomUUID());
    const answer = await owner.send(
      method,
      `/app/api/stores/${storeId}${at}`,
      method === 'GET' ? undefined : 'no JSON',
    );
    expect(answer).toMatchObject({ status: 401, body: { error: "confirm it's you and try again" } });
    expect(answer.headers.get('www-authenticate')).toBe('Session error="insufficient_user_authentication"');
  });
});

test('a proof lasts ten minutes; other operations need none (contract: The app 12)', async () => {
  await age(9.5);
  expect((await createKey()).status).toBe(200);
  await age(10.1);
  expect((await createKey()).status).toBe(401);
  expect((await owner.send('GET', `/app/api/stores/${storeId}/keys`)).status).toBe(200);
  expect((await owner.send('POST', `/app/api/stores/${storeId}/unsubscribes`, { email: EMAIL })).status).toBe(
    200,
  );
});

test('accepts the password and rejects a wrong or missing one', async () => {
  await age(60);
  expect((await owner.send('GET', '/app/api/step-up')).status).toBe(401);
  expect(await prove({ password: 'not the password' })).toMatchObject({
    status: 400,
    body: { error: 'password: is wrong' },
  });
  for (const proof of [{}, { password: '' }, { code: 7 }, { passkey: 'x' }])
    expect(await prove(proof)).toMatchObject({ status: 400, body: { error: 'password: required' } });
  for (const passkey of [{}, { id: 'x' }, []]) expect((await prove({ passkey })).status).toBe(400);
  expect((await prove({ code: '123456' })).status).toBe(400);
  expect((await createKey()).status).toBe(401);
  expect((await prove({ password: PASSWORD })).status).toBe(200);
  expect((await owner.send('GET', '/app/api/step-up')).status).toBe(200);
  expect((await createKey()).status).toBe(200);
  const events = (await owner.send('GET', '/app/api/sign-in-events')).body.items;
  expect(events[0]).toMatchObject({ operation: 'step_up_failed' });
});

test('a proof counts only in its own session', async () => {
  const other = new Browser(outstep);
  await other.signIn(EMAIL);
  await age(11);
  expect((await prove({ password: PASSWORD })).status).toBe(200);
  expect((await other.send('GET', '/app/api/step-up')).status).toBe(401);
  expect((await new Browser(outstep).send('POST', '/app/api/step-up', { password: PASSWORD })).status).toBe(
    401,
  );
});

test('adding a passkey requires a recent proof too', async () => {
  await age(11);
  const options = '/app/auth/passkey/generate-register-options';
  expect((await owner.send('GET', options)).status).toBe(401);
  expect((await owner.send('POST', '/app/auth/passkey/delete-passkey', { id: 'x' })).status).toBe(401);
  expect((await prove({ password: PASSWORD })).status).toBe(200);
  expect((await owner.send('GET', options)).status).toBe(200);
});

test('requires the second factor instead of the password once one is on', async () => {
  const enable = await owner.send('POST', '/app/auth/two-factor/enable', { password: PASSWORD });
  const { totpURI: uri, backupCodes } = enable.body;
  await owner.send('POST', '/app/auth/two-factor/verify-totp', { code: await earlierCode(uri) });
  await age(11);
  expect(await prove({ password: PASSWORD })).toMatchObject({
    status: 400,
    body: { error: 'code: required' },
  });
  const code = codeOf(uri);
  expect((await prove({ code: `${code.slice(0, 3)} ${code.slice(3)}` })).status).toBe(200);
  expect((await createKey()).status).toBe(200);
  await age(11);
  expect((await prove({ code })).status).toBe(400);
  expect((await prove({ code: backupCodes[0] })).status).toBe(200);
  await age(11);
  expect((await prove({ code: backupCodes[0] })).status).toBe(400);
  expect((await createKey()).status).toBe(401);
});
