import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { Browser } from '../app/browser.ts';
import { renderBombs } from '../harness/bombs.ts';
import type { TestKey } from '../harness/outstep.ts';
import { callStep } from '../harness/signed-step.ts';
import type { Works } from '../harness/spine.ts';
import { startTarget } from '../harness/target.ts';
import { hostileValues } from './inputs.ts';

/** One call of somebody hostile. */
export type Attack = () => Promise<unknown>;

/** Keys of each account, for a budget is counted by key. */
const KEYS = 10;
const ROWS = 300;

/** Everything that was ever seen to make others wait, as one account does it, by name. */
export async function attacksOf({ outstep }: Works, number: number): Promise<Record<string, Attack>> {
  const person = new Browser(outstep);
  await person.signUp(`hostile${number}`);
  const storeId = await person.createStore(`Hostile ${number}`);
  const keys = await Promise.all(
    Array.from({ length: KEYS }, (_, i) => outstep.newKey(storeId, 'execute', { name: `key ${i}` })),
  );
  const { secret } = (await outstep.operator(storeId, 'create_platform_secret', {})) as { secret: string };
  let turn = 0;
  const call = (method: string, path: string, body?: unknown) =>
    outstep.call(keys[turn++ % KEYS] as TestKey, method, `/api/v1${path}`, body, {
      'content-type': 'application/json',
    });
  const value = (name: string) => (hostileValues[name] as () => unknown)();
  const made = async (fields: object) => (await call('POST', '/http-requests', fields)).body.id as string;

  const echo = await startTarget();
  const alike = JSON.stringify(value('names that mask alike'));
  echo.answer = (response) => response.end(alike);
  const url = `${echo.origin}/`;
  const [masked, saved, running] = await Promise.all([
    made({ url, body: value('tokens by name') }),
    made({ url }),
    made({ url }),
  ]);
  const shown = (await call('GET', `/http-requests/${masked}`)).body?.body;
  for (let i = 0; i < ROWS; i++)
    await outstep.operator(storeId, 'set_secret', {
      name: `S${i}`,
      value: `v${i}`.repeat(20),
      description: 'a'.repeat(500),
    });
  const picture = await sharp({ create: { width: 8_000, height: 6_250, channels: 3, background: 'red' } })
    .webp({ effort: 0 })
    .toBuffer();
  const fits = await sharp({ create: { width: 4_000, height: 2_900, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
  const bombs = renderBombs as [string, string][];
  const upload = (bytes: Buffer) =>
    person.send('POST', `/app/api/stores/${storeId}/files`, bytes, { 'x-filename': `${randomUUID()}.png` });

  return {
    'writes masks of 2 MB back': () => call('PUT', `/http-requests/${masked}`, { body: shown }),
    'saves tokens of 2 MB': () => call('PUT', `/http-requests/${saved}`, { body: value('tokens') }),
    'saves escapes of 2 MB': () => call('PUT', `/http-requests/${saved}`, { body: value('escapes') }),
    'is answered names that mask alike': () => call('POST', `/http-requests/${running}/test`, {}),
    'tests with variables of 1 MB': () =>
      call('POST', `/http-requests/${running}/test`, { variables: { value: value('tokens by name') } }),
    'runs steps with all of that': () =>
      callStep(outstep.origin, storeId, secret, 'http-request', {
        ...{ requestId: running, runId: randomUUID(), stepId: 'a' },
        variables: { value: value('names that mask alike') },
      }),
    'previews bombs': () =>
      call('POST', '/email-templates/preview', {
        ...{ subject: 'S', bodyType: 'text' },
        body: bombs[turn % bombs.length]?.[1],
      }),
    'searches for what is never found': () => call('GET', `/secrets?q=${'a'.repeat(499)}b`),
    'uploads pictures that are large inside': () => upload(picture),
    'uploads the largest picture that is taken': () => upload(fits),
    'signs in with wrong passwords': () =>
      new Browser(outstep).signIn(`nobody${turn++}@example.com`, 'wrong wrong wrong'),
    'asks who it is': () => person.send('GET', '/app/api/session'),
    'reads with all its keys': () => call('GET', '/history?limit=100'),
  };
}
