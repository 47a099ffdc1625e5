import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { randomName, serverUrl, withClient } from '../harness/postgres.ts';
import { startApi } from '../harness/process.ts';
import { sampled, sized } from '../harness/size.ts';
import { createProbes, namingProbes, readingProbes } from './probes.ts';
import { storeTables } from './rows.ts';
import { expectInvisible, expectOnlyOwn, expectOwnWorks, expectUntouched } from './rules.ts';
import { startWorld, type TenantWorld } from './world.ts';

interface Login {
  kind: string;
  /** Options for creating the role; otherwise the tests' default login. */
  options?: string;
  ownsTables?: boolean;
  /** Whether it would see every store if the application worked as the login itself. */
  passes: boolean;
}

const logins: Login[] = [
  // The login with which `matrix.test.ts` connects in every check.
  ...sized([], [{ kind: 'a superuser', passes: true }]),
  { kind: 'an ordinary member of outstep_app', options: 'nosuperuser nobypassrls', passes: false },
  { kind: 'a login that bypasses row-level security', options: 'nosuperuser bypassrls', passes: true },
  { kind: 'the owner of the tables', options: 'nosuperuser nobypassrls', ownsTables: true, passes: false },
];

const asAdmin = (text: string) => withClient(serverUrl.toString(), (client) => client.query(text));

/** `matrix.test.ts` proves isolation probe by probe; here a login of each kind runs some of each. */
const ONE_OF = 16;

const password = randomBytes(12).toString('hex');
/** By options: the owner of the tables is an ordinary member to whom they were given. */
const roles = new Map(
  logins.flatMap(({ options }) => (options ? [[options, randomName('outstep_login')] as const] : [])),
);

/** The same database with that login. */
function urlAs({ options = '' }: Login, plain: string): string {
  const url = new URL(plain);
  const role = roles.get(options);
  if (role) Object.assign(url, { username: role, password });
  return url.toString();
}

let world: TenantWorld;
/** The same stores behind an API with those options. */
const worlds = new Map<string | undefined, TenantWorld>();

beforeAll(async () => {
  for (const [options, role] of roles)
    await asAdmin(`create role ${role} login password '${password}' ${options} in role outstep_app`);
  const [first] = logins as [Login];
  world = await startWorld((plain) => ({ DATABASE_URL: urlAs(first, plain['DATABASE_URL'] ?? '') }));
  worlds.set(first.options, world);
});
afterAll(async () => {
  await world?.close();
  for (const role of roles.values()) await asAdmin(`drop role ${role}`);
});

async function worldOf(login: Login): Promise<TenantWorld> {
  const known = worlds.get(login.options);
  if (known) return known;
  const api = await startApi({ ...world.outstep.env, DATABASE_URL: urlAs(login, ownerUrl()) });
  world.outstep.apis.push(api);
  const made = world.through(api.origin);
  worlds.set(login.options, made);
  return made;
}

describe.each(logins)('with $kind as login', (login) => {
  const { options = '', ownsTables, passes } = login;
  const turn = logins.indexOf(login);
  let asLogin: TenantWorld;

  beforeAll(async () => {
    asLogin = await worldOf(login);
    if (ownsTables) await giveTables(roles.get(options) as string);
  });

  afterAll(async () => {
    if (ownsTables) await giveTables('current_user');
  });

  test('uses the expected login', async () => {
    const seen = await withClient(urlAs(login, ownerUrl()), async (client) => {
      const { rows } = await client.query('select count(distinct store_id)::int as stores from secrets');
      return rows[0].stores > 1;
    });
    expect(seen).toBe(passes);
  });

  test('gives no store access to another (spec: What the service does 7; Authentication 6; Status 404)', async () => {
    for (const probe of sampled(namingProbes, ONE_OF, turn)) {
      await expectInvisible(asLogin, probe, {}, false);
      await expectOwnWorks(asLogin, probe);
    }
    const quiet = await world.newSide('cedarwood');
    for (const probe of sampled(readingProbes, ONE_OF, turn)) await expectOnlyOwn(asLogin, probe, quiet);
    for (const probe of sampled(createProbes, ONE_OF, turn)) await expectUntouched(asLogin, probe);
  });
});

const ownerUrl = () => world.outstep.env['DATABASE_URL'] ?? '';

const giveTables = (role: string) =>
  withClient(ownerUrl(), async (client) => {
    for (const { name } of await storeTables(client)) {
      await client.query(`alter table ${name} owner to ${role}`);
    }
  });
