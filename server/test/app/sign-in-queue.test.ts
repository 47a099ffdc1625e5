import { afterAll, beforeAll, expect, test } from 'vitest';
import { countingProxy } from '../harness/counting-proxy.ts';
import { type Outstep, startOutstep } from '../harness/outstep.ts';
import { type OutstepProcess, startApi } from '../harness/process.ts';
import { appEnv, Browser } from './browser.ts';

let outstep: Outstep;
let proxy: Awaited<ReturnType<typeof countingProxy>>;
let api: OutstepProcess;

beforeAll(async () => {
  outstep = await startOutstep({ env: { ...appEnv, OUTSTEP_SIGN_UP: 'open' }, processes: 0 });
  const address = outstep.env['DATABASE_URL'] as string;
  proxy = await countingProxy(address);
  api = await startApi({ ...outstep.env, DATABASE_URL: proxy.through(address) });
  outstep.apis.push(api);
});
afterAll(async () => {
  await outstep?.close();
  await proxy?.close();
});

const browser = () => new Browser({ origin: api.origin, core: outstep.core });
const WRONG = 'not the password at all';

test('GET /session takes two database round trips', async () => {
  const maria = browser();
  await maria.signUp('Maria');
  await maria.createStore();
  const trips = await proxy.tripsOf(() => maria.send('GET', '/app/api/session'));
  expect(trips).toBeLessThanOrEqual(2);
});

test('429 after 300 session reads a minute, for that person only (contract: The app 1)', async () => {
  const [nora, olga] = [browser(), browser()];
  await nora.signUp('Nora');
  await olga.signUp('Olga');
  const answers: number[] = [];
  for (let i = 0; i < 31; i++) {
    const ten = Array.from({ length: 10 }, () => nora.send('GET', '/app/api/session'));
    for (const { status } of await Promise.all(ten)) answers.push(status);
  }
  expect(answers.filter((status) => status === 200).length).toBe(300);
  expect(answers.at(-1)).toBe(429);
  expect((await olga.send('GET', '/app/api/session')).status).toBe(200);
});

test('sign-ins queue by address: a crowd gets 503 with Retry-After, others are served', async () => {
  const pia = browser();
  await pia.signUp('Pia');
  const crowd = browser();
  const waiting = Array.from({ length: 40 }, (_, i) => crowd.signIn(`crowd${i}@example.com`, WRONG));
  let done = 0;
  for (const each of waiting) void each.then(() => done++);
  // Pia waits for one sign-in of the crowd, not for all of them.
  expect((await browser().signIn('pia@example.com')).status).toBe(200);
  expect(done).toBeLessThan(waiting.length);
  expect((await pia.send('GET', '/app/api/session')).status).toBe(200);
  const answers = await Promise.all(waiting);
  const statuses = new Set(answers.map(({ status }) => status));
  // On a fast machine, the crowd also reaches the limit on guesses per address (429).
  expect([...statuses].filter((status) => status !== 429).sort()).toEqual([401, 503]);
  const refused = answers.find(({ status }) => status === 503);
  expect(refused?.body.error).toBe('sign-in is not available right now; try again shortly');
  expect(refused?.headers.get('retry-after')).toBe('1');
});

test('a known browser signs in through its own queue during a crowd', async () => {
  const quin = browser();
  await quin.signUp('Quin');
  const elsewhere = () => Browser.ofSigned(quin.signed());
  const crowd = Array.from({ length: 12 }, (_, i) => browser().signIn(`stranger${i}@example.com`, WRONG));
  let done = 0;
  for (const each of crowd) void each.then(() => done++);
  expect((await elsewhere().signIn('quin@example.com')).status).toBe(200);
  const before = done;
  expect(before).toBeLessThan(crowd.length / 2);
  // A browser is known for its own account only, so this sign-in queues with the crowd.
  expect((await elsewhere().signIn('pia@example.com', WRONG)).status).toBe(401);
  expect(done).toBeGreaterThan(before);
  await Promise.all(crowd);
});

test('counts anonymous calls by address', async () => {
  const eve = browser();
  const answers: number[] = [];
  for (let i = 0; i < 31; i++) {
    const ten = Array.from({ length: 10 }, () => eve.send('GET', '/app/api/sign-in'));
    for (const { status } of await Promise.all(ten)) answers.push(status);
  }
  expect(answers.filter((status) => status === 200).length).toBe(300);
  expect((await eve.signIn('maria@example.com')).status).toBe(429);
  expect((await browser().send('GET', '/app/api/sign-in')).status).toBe(200);
});
