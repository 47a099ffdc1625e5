import { request } from 'node:http';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { AUTH_PATH, type AuthOptions, createAuth } from '../../src/adapters/people/auth.ts';
import { AUTH_RULES } from '../../src/kernel/auth-rules.ts';
import { logFigure } from '../harness/log-figure.ts';
import type { Outstep } from '../harness/outstep.ts';
import { withClient } from '../harness/postgres.ts';
import { sharedOutstep } from '../harness/shared.ts';
import { earlierCode } from '../harness/totp.ts';
import { Browser, PASSWORD } from './browser.ts';

/** The library with the product's configuration. Only what works without a request is used here. */
const libraryOn = (pool: pg.Pool) =>
  createAuth({
    pool,
    baseUrl: 'http://localhost:3000',
    secrets: [{ version: 1, value: 'a secret of this test that signs nothing else' }],
    onProblem: () => undefined,
  } as unknown as AuthOptions);

interface AuthEndpoint {
  path?: string;
  options?: { method?: string | string[]; metadata?: { SERVER_ONLY?: boolean } };
}

const endpoints = Object.entries(libraryOn(new pg.Pool()).api) as unknown as [string, AuthEndpoint][];
const isServerOnly = ({ path, options }: AuthEndpoint) => !path || options?.metadata?.SERVER_ONLY === true;
/** Each method and path that the library would answer. */
const mounted = endpoints
  .filter(([, endpoint]) => !isServerOnly(endpoint))
  .flatMap(([, { path, options }]) => [options?.method ?? []].flat().map((method) => `${method} ${path}`));
const unlisted = mounted.filter((each) => !AUTH_RULES.has(each));
const guarded = [...AUTH_RULES].filter(([, required]) => required !== 'none');

let outstep: Outstep;
beforeAll(async () => {
  outstep = await sharedOutstep();
});
afterAll(() => outstep?.close());

const send = (browser: Browser, route: string, path = AUTH_PATH) => {
  const [method = '', at = ''] = route.split(' ');
  const url = path + at.replace(/:\w+/g, 'x');
  return browser.send(method, url, method === 'GET' ? undefined : {});
};

/** Whether the response asks for a step-up and nothing else. */
async function asksForStepUp(browser: Browser, route: string): Promise<boolean> {
  const { status, headers } = await send(browser, route);
  const scheme = headers.get('www-authenticate');
  expect([route, status === 401], scheme ?? 'no scheme').toEqual([route, scheme !== null]);
  return scheme === 'Session error="insufficient_user_authentication"';
}

async function newPerson(name: string, { secondFactor = false, stale = true }) {
  const browser = new Browser(outstep);
  const email = `${name.toLowerCase()}@example.com`;
  await browser.signUp(name, { email });
  if (secondFactor) {
    const made = await browser.send('POST', '/app/auth/two-factor/enable', { password: PASSWORD });
    const code = await earlierCode(made.body.totpURI);
    expect((await browser.send('POST', '/app/auth/two-factor/verify-totp', { code })).status).toBe(200);
  }
  if (stale)
    await withClient(outstep.env['DATABASE_URL'] as string, (client) =>
      client.query(
        "update people_sessions s set proven_at = now() - interval '11 minutes' from people p where p.id = s.person_id and email = $1",
        [email],
      ),
    );
  return browser;
}

test('every auth rule names a path of the library', () => {
  expect(mounted.length).toBeGreaterThan(AUTH_RULES.size);
  expect([...AUTH_RULES.keys()].filter((each) => !mounted.includes(each))).toEqual([]);
});

test.each([[mounted.length, AUTH_RULES.size]])(
  '404 for every library path without a rule, for any caller: %i mounted, %i with a rule (contract: The app 20)',
  async () => {
    const browser = await newPerson('Lotte', { stale: false });
    const found: string[] = [];
    for (const route of unlisted) {
      const { status } = await send(browser, route);
      // A path that has a rule for another method answers 405.
      const isKnown = [...AUTH_RULES.keys()].some((each) => each.split(' ')[1] === route.split(' ')[1]);
      if (status !== (isKnown ? 405 : 404)) found.push(`${status} ${route}`);
    }
    logFigure(
      `Auth paths: ${mounted.length} mounted, ${AUTH_RULES.size} with a rule, ${found.length} that answer without one`,
    );
    expect(found).toEqual([]);
  },
);

test('404 for paths without a rule when the library is called directly', async () => {
  // The library logs each rejection to the console.
  vi.spyOn(console, 'error').mockReturnValue();
  const pool = new pg.Pool({ connectionString: outstep.env['DATABASE_URL'] as string });
  try {
    const library = libraryOn(pool);
    const statusOf = async (route: string) => {
      const [method = '', path = ''] = route.split(' ');
      const url = `http://localhost:3000${AUTH_PATH}${path.replace(/:\w+/g, 'x')}`;
      const headers = { origin: 'http://localhost:3000', 'content-type': 'application/json' };
      const body = method === 'GET' ? {} : { body: '{}' };
      return (await library.handler(new Request(url, { method, headers, ...body }))).status;
    };
    for (const route of unlisted) expect([route, await statusOf(route)]).toEqual([route, 404]);
    // A path with a rule is answered by that rule.
    for (const [route] of guarded) expect([route, await statusOf(route)]).toEqual([route, 401]);
  } finally {
    vi.restoreAllMocks();
    await pool.end();
  }
});

test('server-only functions of the library have no path', async () => {
  const names = endpoints.filter(([, endpoint]) => isServerOnly(endpoint)).map(([name]) => name);
  expect(names).toEqual(expect.arrayContaining(['setPassword', 'generateTOTP', 'viewBackupCodes']));
  const browser = await newPerson('Minna', { stale: false });
  const paths = names.flatMap((name) => {
    const kebab = name.replace(/[A-Z]+/g, (letters) => `-${letters.toLowerCase()}`);
    return [
      `/${kebab}`,
      `/two-factor/${kebab}`,
      ...endpoints.flatMap(([at, { path }]) => (at === name && path) || []),
    ];
  });
  for (const path of paths)
    for (const method of ['GET', 'POST'])
      expect([path, (await send(browser, `${method} ${path}`)).status]).toEqual([path, 404]);
});

test("405 for any method other than the rule's", async () => {
  const browser = await newPerson('Nelly', { stale: false });
  for (const route of AUTH_RULES.keys()) {
    const [method, path] = route.split(' ');
    for (const other of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])
      if (other !== method)
        expect([route, (await send(browser, `${other} ${path}`)).status]).toEqual([route, 405]);
  }
});

test('a request line with a host is answered like one without', async () => {
  for (const host of ['http://other.example', outstep.origin]) {
    const { promise, resolve } = Promise.withResolvers<number | undefined>();
    const headers = { origin: new URL(outstep.core.config.baseUrl).origin };
    const path = `${host}${AUTH_PATH}/two-factor/disable`;
    request(outstep.origin, { method: 'POST', path, headers }, (response) => {
      response.resume();
      resolve(response.statusCode);
    }).end('{}');
    expect(await promise).toBe(401);
  }
});

describe('enforces the rule of each auth path', () => {
  test('401 without a session wherever one is required', async () => {
    const nobody = new Browser(outstep);
    for (const [route, required] of AUTH_RULES) {
      const { body } = await send(nobody, route);
      expect([route, body?.error === 'you are not signed in; sign in and try again']).toEqual([
        route,
        required !== 'none',
      ]);
    }
  });

  test('401 with a stale session where a step-up is required', async () => {
    const browser = await newPerson('Odette', {});
    for (const [route, required] of guarded)
      expect([route, await asksForStepUp(browser, route)]).toEqual([route, required === 'step-up']);
  });

  test('401 with a stale session and a second factor, also for changing the password', async () => {
    const browser = await newPerson('Paula', { secondFactor: true });
    for (const [route, required] of guarded)
      expect([route, await asksForStepUp(browser, route)]).toEqual([route, required !== 'session']);
  });

  test("another spelling of a path doesn't bypass its rule", async () => {
    const browser = await newPerson('Quirin', { secondFactor: true });
    for (const [route] of guarded.filter(([, required]) => required !== 'session')) {
      const [method = '', path = ''] = route.split(' ');
      const last = path.lastIndexOf('/') + 1;
      const encoded = `%${path.charCodeAt(last).toString(16)}`;
      for (const spelling of [
        ...[`${path}/`, `${path}//`, `/${path}`, `${path}%2f`, `${path};x=1`, `${path}%00`, `${path}%20`],
        ...[path.toUpperCase(), `${path.slice(0, last)}${encoded}${path.slice(last + 1)}`],
        ...[`/sign-out/..%2f${path.slice(1)}`, `${path}?path=/sign-out`],
      ]) {
        const { status, body } = await send(browser, `${method} ${spelling}`);
        expect(status === 404 || body?.code === 'STEP_UP', `${status} for ${spelling}`).toBe(true);
      }
    }
  });

  test("doesn't ask for step-up again right after a proof", async () => {
    const browser = await newPerson('Renate', { secondFactor: true, stale: false });
    for (const [route] of guarded)
      expect([route, await asksForStepUp(browser, route)]).toEqual([route, false]);
  });
});
