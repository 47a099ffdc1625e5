import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { Browser, type SignedInState } from '../app/browser.ts';
import { renderBombs } from '../harness/bombs.ts';
import { call as callApi } from '../harness/client.ts';
import { callStep } from '../harness/signed-step.ts';
import type { SharedServices } from '../harness/test-stack.ts';
import { hostileValues } from './inputs.ts';

/** One hostile call. */
export type Attack = () => Promise<unknown>;

/** An account with a store and everything needed to attack; sent to the attacking process. */
export interface Account {
  origin: string;
  person: SignedInState;
  storeId: string;
  keys: string[];
  platformSecret: string;
  /** A request whose response is expensive to inspect; see `echoedBody`. */
  running: string;
  saved: string;
  masked: string;
}

/** Keys of each account, because budgets are counted per key. */
const KEYS = 10;
const ROWS = 300;

const value = (name: string) => (hostileValues[name] as () => unknown)();

/** The response of the attackers' own target. */
export const echoedBody = () => JSON.stringify(value('names that mask alike'));

export async function newAccount(
  { outstep }: SharedServices,
  number: number,
  echo: string,
): Promise<Account> {
  const person = new Browser(outstep);
  await person.signUp(`hostile${number}`);
  const storeId = await person.createStore(`Hostile ${number}`);
  const keys = await Promise.all(
    Array.from({ length: KEYS }, (_, i) => outstep.newKey(storeId, 'execute', { name: `key ${i}` })),
  );
  const { secret } = (await outstep.operator(storeId, 'create_platform_secret', {})) as { secret: string };
  const createLayout = async (fields: object): Promise<string> =>
    (await outstep.call(keys[0] ?? null, 'POST', '/api/v1/http-requests', fields)).body.id;
  const [masked, saved, running] = await Promise.all([
    createLayout({ url: echo, body: value('tokens by name') }),
    createLayout({ url: echo }),
    createLayout({ url: echo }),
  ]);
  for (let i = 0; i < ROWS; i++)
    await outstep.operator(storeId, 'set_secret', {
      name: `S${i}`,
      value: `v${i}`.repeat(20),
      description: 'a'.repeat(500),
    });
  return {
    ...{ origin: outstep.origin, storeId, masked, saved, running },
    person: person.signed(),
    keys: keys.map(({ key }) => key),
    platformSecret: secret,
  };
}

/**
 * Every attack that has ever slowed others down, as one account performs it, by name. Bodies are built once.
 */
export async function attacksOf(account: Account): Promise<Record<string, Attack>> {
  const { origin, storeId, keys, platformSecret, masked, saved, running } = account;
  const person = Browser.ofSigned(account.person);
  let turn = 0;
  const key = () => keys[turn++ % keys.length] ?? '';
  /** The response is not inspected. */
  const call = async (method: string, path: string, body: string | null = null) => {
    const headers = { authorization: `Bearer ${key()}`, 'content-type': 'application/json' };
    await (await fetch(`${origin}/api/v1${path}`, { method, headers, body })).arrayBuffer();
  };
  const { body: read } = await callApi(origin, key(), 'GET', `/api/v1/http-requests/${masked}`);
  const shown = JSON.stringify({ body: read?.body });
  const tokens = JSON.stringify({ body: value('tokens') });
  const escapes = JSON.stringify({ body: value('escapes') });
  const variables = JSON.stringify({ variables: { value: value('tokens by name') } });
  const alike = { value: value('names that mask alike') };
  const bombs = (renderBombs as [string, string][]).map(([, body]) =>
    JSON.stringify({ subject: 'S', bodyType: 'text', body }),
  );
  const picture = await sharp({ create: { width: 8_000, height: 6_250, channels: 3, background: 'red' } })
    .webp({ effort: 0 })
    .toBuffer();
  const fits = await sharp({ create: { width: 4_000, height: 2_900, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
  const upload = (bytes: Buffer) =>
    person.send('POST', `/app/api/stores/${storeId}/files`, bytes, { 'x-filename': `${randomUUID()}.png` });

  return {
    'writes masks of 2 MB back': () => call('PUT', `/http-requests/${masked}`, shown),
    'saves tokens of 2 MB': () => call('PUT', `/http-requests/${saved}`, tokens),
    'saves escapes of 2 MB': () => call('PUT', `/http-requests/${saved}`, escapes),
    'is answered names that mask alike': () => call('POST', `/http-requests/${running}/test`, '{}'),
    'tests with variables of 1 MB': () => call('POST', `/http-requests/${running}/test`, variables),
    'runs steps with all of that': () =>
      callStep(origin, storeId, platformSecret, 'http-request', {
        ...{ requestId: running, runId: randomUUID(), stepId: 'a' },
        variables: alike,
      }),
    'previews bombs': () => call('POST', '/email-templates/preview', bombs[turn % bombs.length] ?? ''),
    'searches for what is never found': () => call('GET', `/secrets?q=${'a'.repeat(499)}b`),
    'uploads pictures that are large inside': () => upload(picture),
    'uploads the largest picture that is taken': () => upload(fits),
    'signs in with wrong passwords': () =>
      Browser.ofSigned({ ...account.person, cookies: [] }).signIn(
        `nobody${turn++}@example.com`,
        'wrong wrong wrong',
      ),
    'asks who it is': () => person.send('GET', '/app/api/session'),
    'reads with all its keys': () => call('GET', '/history?limit=100'),
  };
}
