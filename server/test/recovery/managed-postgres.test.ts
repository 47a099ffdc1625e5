import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { appEnv, Browser } from '../app/browser.ts';
import { withClient } from '../harness/postgres.ts';
import { type Env, runOutstep } from '../harness/process.ts';
import { eventually, startTestStack, type TestStack } from '../harness/test-stack.ts';
import { catalogFaults } from '../tenants/catalog-faults.ts';
import { APP, type Managed, OWNER, startManaged } from './managed.ts';

let managed: Managed;
let env: Env;
const masterKey = randomBytes(32).toString('base64');

beforeAll(async () => {
  managed = await startManaged('shop');
  env = {
    DATABASE_URL: managed.appUrl,
    DATABASE_ADMIN_URL: managed.ownerUrl,
    OUTSTEP_MASTER_KEY: masterKey,
  };
});
afterAll(() => managed?.server.close());

const asOwner = async <Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> =>
  withClient(managed.ownerUrl, async (client) => (await client.query<Row>(text, values)).rows);

/** The statements that an error message asks an administrator to run. */
const statementsIn = (sentence: string) =>
  sentence
    .split('\n')
    .filter((line) => line.startsWith('  '))
    .map((line) => line.trim());

describe('the first migrate', () => {
  test('lists exactly what it needs and changes nothing for a login without rights', async () => {
    const { code, stderr } = await runOutstep(env, ['migrate']);
    expect(code).toBe(1);
    expect(statementsIn(stderr)).toEqual([
      'create role outstep_app nologin;',
      'create role outstep_people nologin;',
      'create role outstep_operator nologin;',
      `grant outstep_operator to "${OWNER}";`,
      `grant outstep_app to "${APP}";`,
      `grant outstep_people to "${APP}";`,
    ]);
    expect(await asOwner("select from pg_class where relnamespace = 'public'::regnamespace")).toEqual([]);
  });

  test('succeeds with CREATEROLE, which no login needs afterward', async () => {
    await managed.asAdministrator(`alter role ${OWNER} createrole`);
    expect(await runOutstep(env, ['migrate'])).toMatchObject({ code: 0, stderr: '' });
    await managed.asAdministrator(`alter role ${OWNER} nocreaterole`);
    expect(await runOutstep(env, ['migrate'])).toMatchObject({ code: 0, stderr: '' });
    const roles = await asOwner(
      'select rolsuper, rolbypassrls, rolcreaterole from pg_roles where rolname = any($1)',
      [[OWNER, APP]],
    );
    const plain = { rolsuper: false, rolbypassrls: false, rolcreaterole: false };
    expect(roles).toEqual([plain, plain]);
  });

  test('succeeds after an administrator has run the printed statements', async () => {
    await managed.asAdministrator('create role second_owner login; create role second_app login');
    await managed.asAdministrator('create database second owner second_owner');
    const second = (url: string, login: string) =>
      url.replace(/\/\/\w+/, `//${login}`).replace(/\w+$/, 'second');
    const own = {
      ...env,
      DATABASE_URL: second(managed.appUrl, 'second_app'),
      DATABASE_ADMIN_URL: second(managed.ownerUrl, 'second_owner'),
    };
    const statements = statementsIn((await runOutstep(own, ['migrate'])).stderr);
    expect(statements).toHaveLength(3);
    for (const statement of statements) await managed.asAdministrator(statement);
    expect(await runOutstep(own, ['migrate'])).toMatchObject({ code: 0, stderr: '' });
  });
});

describe('the product with these logins', () => {
  let testStack: TestStack;
  const DAY = "interval '1 day'";

  beforeAll(async () => {
    testStack = await startTestStack({ ...appEnv, ...env }, managed.appUrl);
  });
  afterAll(() => testStack?.close());

  test('keeps stores apart', async () => {
    const faults = await withClient(managed.ownerUrl, catalogFaults);
    expect(faults).toEqual([]);
    const seen = await withClient(managed.appUrl, async (client) => {
      await client.query("begin; select set_config('role', 'outstep_app', true)");
      return (await client.query('select from stores')).rowCount;
    });
    expect(seen).toBe(0);
  });

  test('signs people up and lets them create a store', async () => {
    const anna = new Browser(testStack.outstep);
    expect((await anna.signUp('Anna')).status).toBe(200);
    const storeId = await anna.createStore('Tea');
    const session = await anna.send('GET', '/app/api/session');
    expect(JSON.stringify(session.body)).toContain(storeId);
  });

  test('runs steps and finds unclaimed ones', async () => {
    const request = await testStack.newRequest();
    const { body } = await testStack.step(request, 'run-1');
    const entry = await eventually(
      () => testStack.entry(body.executionId),
      ({ status }) => status !== 'PENDING',
    );
    expect(entry).toMatchObject({ status: 'SUCCESS' });
    await asOwner(`update deliveries set sweep_at = now() - 30 * ${DAY}`);
    const taken = await withClient(managed.appUrl, async (client) => {
      await client.query("begin; select set_config('role', 'outstep_app', true)");
      return (await client.query('select * from take_overdue_deliveries(10, 60)')).rows;
    });
    await asOwner('update deliveries set sweep_at = null');
    expect(taken.map(({ executionId }) => executionId)).toContain(body.executionId);
  });

  test('maintains, and reports a missing policy', async () => {
    await asOwner('drop table execution_recipients_default');
    await asOwner('create table execution_recipients_default partition of execution_recipients default');
    expect((await runOutstep(env, ['maintain'])).stderr).toMatch(
      /execution_recipients_default.*outstep migrate/,
    );
    expect((await runOutstep(env, ['migrate', '--json'])).code).toBe(0);
    await asOwner(`update step_inputs set created_at = now() - 20 * ${DAY}`);
    await asOwner(`update executions set finished_at = now() - 20 * ${DAY}`);
    await asOwner(`update people_sessions set expires_at = now() - ${DAY}`);
    const { code, stdout } = await runOutstep(env, ['maintain', '--json']);
    expect({ code, ...JSON.parse(stdout) }).toMatchObject({ code: 0, inputsErased: 1, sessionsForgotten: 1 });
  });
});

describe('with these logins, once no process uses only the old master key', () => {
  test('rotates the master key', async () => {
    const next = {
      ...env,
      OUTSTEP_MASTER_KEY: randomBytes(32).toString('base64'),
      OUTSTEP_MASTER_KEY_PREVIOUS: masterKey,
    };
    const { stdout } = await runOutstep(next, ['master-key', 'rotate', '--json']);
    const [{ stores }] = (await asOwner('select count(*)::int as stores from stores')) as [
      { stores: number },
    ];
    expect(stores).toBeGreaterThan(1);
    expect(JSON.parse(stdout)).toMatchObject({ rewrapped: stores });
  });

  test.each([['maintain'], ['master-key', 'rotate']])(
    '%s %s is rejected for the wrong login instead of affecting no rows',
    async (...words) => {
      const { code, stderr } = await runOutstep({ ...env, DATABASE_ADMIN_URL: managed.appUrl }, words);
      expect(code).toBe(1);
      expect(stderr).toContain(`the login ${APP} does not own the tables`);
      await managed.asAdministrator(`revoke outstep_operator from ${OWNER} cascade`);
      const blind = await runOutstep(env, words);
      await managed.asAdministrator(`grant outstep_operator to ${OWNER}`);
      expect(blind).toMatchObject({ code: 1, stdout: '' });
      expect(blind.stderr).toContain(`${OWNER} does not see every store`);
    },
  );
});
