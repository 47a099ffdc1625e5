import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { randomName, serverUrl, withClient } from '../harness/postgres.ts';
import { sampled, sized } from '../harness/size.ts';
import { makingProbes, namingProbes, readingProbes } from './probes.ts';
import { storeTables } from './rows.ts';
import { expectInvisible, expectOnlyOwn, expectOwnWorks, expectUntouched } from './rules.ts';
import { startWorld, type World } from './world.ts';

interface Login {
  kind: string;
  /** How the role is made; the default login of the tests otherwise. */
  options?: string;
  ownsTables?: boolean;
  /** Whether it would see every store if the application worked as the login itself. */
  passes: boolean;
}

const logins: Login[] = [
  // As whom `matrix.test.ts` connects in every check.
  ...sized([], [{ kind: 'a superuser', passes: true }]),
  { kind: 'an ordinary member of outstep_app', options: 'nosuperuser nobypassrls', passes: false },
  { kind: 'a login that bypasses row-level security', options: 'nosuperuser bypassrls', passes: true },
  { kind: 'the owner of the tables', options: 'nosuperuser nobypassrls', ownsTables: true, passes: false },
];

const asAdmin = (text: string) => withClient(serverUrl.toString(), (client) => client.query(text));

/** Isolation itself is proven probe by probe in `matrix.test.ts`; here a login of each kind meets some of each. */
const ONE_OF = 16;

describe.each(logins)('with $kind as login', (login) => {
  const { options, ownsTables, passes } = login;
  const turn = logins.indexOf(login);
  const role = options ? randomName('outstep_login') : null;
  const password = randomBytes(12).toString('hex');
  let world: World;
  let loginUrl: string;

  beforeAll(async () => {
    if (role)
      await asAdmin(`create role ${role} login password '${password}' ${options} in role outstep_app`);
    world = await startWorld((plain) => {
      const url = new URL(plain['DATABASE_URL'] ?? '');
      if (role) {
        url.username = role;
        url.password = password;
      }
      loginUrl = url.toString();
      return { DATABASE_URL: loginUrl };
    });
    if (ownsTables) await giveTables(world.outstep.env['DATABASE_URL'] ?? '', role ?? '');
  });

  afterAll(async () => {
    await world?.close();
    if (role) await asAdmin(`drop role ${role}`);
  });

  test('is tried with the login it says', async () => {
    const seen = await withClient(loginUrl, async (client) => {
      const { rows } = await client.query('select count(distinct store_id)::int as stores from secrets');
      return rows[0].stores > 1;
    });
    expect(seen).toBe(passes);
  });

  test('no store reaches another (spec: What the service does 7; Authentication 6; Status 404)', async () => {
    for (const probe of sampled(namingProbes, ONE_OF, turn)) {
      await expectInvisible(world, probe, {}, false);
      await expectOwnWorks(world, probe);
    }
    for (const probe of sampled(readingProbes, ONE_OF, turn)) await expectOnlyOwn(world, probe);
    for (const probe of sampled(makingProbes, ONE_OF, turn)) await expectUntouched(world, probe);
  });
});

const giveTables = (url: string, role: string) =>
  withClient(url, async (client) => {
    for (const { name } of await storeTables(client)) {
      await client.query(`alter table ${name} owner to ${role}`);
    }
  });
