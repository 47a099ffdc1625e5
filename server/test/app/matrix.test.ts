import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { coversRole, type Role, roles } from '../../src/kernel/access-levels.ts';
import { appRoutesOf } from '../../src/kernel/operation.ts';
import { operations } from '../../src/surfaces/operations.ts';
import type { Outstep } from '../harness/outstep.ts';
import { sharedOutstep } from '../harness/shared.ts';
import { sampled, sized } from '../harness/size.ts';
import { Browser } from './browser.ts';
import { newTeam, type Team } from './team.ts';

const routes = operations.flatMap((operation) =>
  appRoutesOf(operation).map((route) => ({ operation, ...route })),
);
const cases = routes.map((route) => [`${route.method} ${route.path}`, route] as const);

/** The required role and the one just below it; in the nightly check, every role. */
const rolesAround = (needed: Role): readonly Role[] => {
  const at = roles.indexOf(needed);
  return sized(roles.slice(Math.max(0, at - 1), at + 1), [...roles]);
};

/** The path with IDs of records that don't exist. */
const withIds = (path: string) => path.replace(/:\w+/g, () => randomUUID());

let outstep: Outstep;
let team: Team;
let stranger: Browser;

beforeAll(async () => {
  outstep = await sharedOutstep();
  team = await newTeam(outstep);
  stranger = new Browser(outstep);
  await stranger.signUp('Stranger');
  await stranger.createStore('Birch');
});
afterAll(() => outstep?.close());

/** The parts of a response that are the same for identical calls. */
const seen = ({ status, text, headers }: Awaited<ReturnType<Browser['send']>>) => ({
  status,
  text,
  headers: [...headers].filter(([name]) => !['x-request-id', 'date', 'set-cookie'].includes(name)),
});

test('the route list covers every role', () => {
  expect(routes.length).toBeGreaterThan(50);
  for (const role of roles) expect(routes.some((route) => route.role === role)).toBe(true);
});

test('a viewer may only leave the store and choose alerts (contract: The app 2)', () => {
  const writes = routes.filter(
    ({ method, role, operation }) => role === 'viewer' && method !== 'GET' && operation.access !== 'read',
  );
  expect(writes.map(({ operation }) => operation.name)).toEqual(['leave_store', 'set_alert_choices']);
});

describe.each(cases)('%s', (_name, route) => {
  const { method, path, role: needed } = route;
  const send = (browser: Browser, storeId: string, at = withIds(path)) =>
    browser.send(method, `/app/api/stores/${storeId}${at}`, method === 'GET' ? undefined : {});

  test('401 without a session', async () => {
    expect(await send(new Browser(outstep), team.storeId)).toMatchObject({
      status: 401,
      body: { error: 'you are not signed in; sign in and try again' },
    });
  });

  test('404 for a non-member, identical to an unknown store', async () => {
    const at = withIds(path);
    const foreign = await send(stranger, team.storeId, at);
    expect(foreign).toMatchObject({ status: 404, body: { error: 'not found' } });
    for (const id of sampled([randomUUID(), 'x', team.storeId.toUpperCase()], 3, routes.indexOf(route)))
      expect(seen(await send(stranger, id, at)), id).toEqual(seen(foreign));
  });

  test.each(rolesAround(needed))(
    `as %s: 403 below ${needed}, allowed from there up (contract: The app 2)`,
    async (role) => {
      const answer = await send(team.people[role], team.storeId);
      if (coversRole(role, needed)) expect([401, 403, 405, 500]).not.toContain(answer.status);
      else
        expect(answer).toMatchObject({
          status: 403,
          body: { error: `your role is ${role}; this action requires the role ${needed}` },
        });
      expect(answer.headers.get('cache-control')).toBe('no-store');
      await team.join(role);
    },
  );
});
