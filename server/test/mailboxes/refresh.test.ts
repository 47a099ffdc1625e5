import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { accessToMailbox } from '../../src/features/sending/mailboxes/mailbox-access.ts';
import { textOf } from '../../src/kernel/messages/message.ts';
import { type Contexts, createContexts } from '../../src/processes/contexts.ts';
import { createCore } from '../../src/processes/core.ts';
import { appEnv } from '../app/browser.ts';
import { mailboxOwner } from '../harness/connect-mailbox.ts';
import { type MailProvider, startMailProvider } from '../harness/mail-provider.ts';
import { type Outstep, startOutstep } from '../harness/outstep.ts';
import { messageMatching } from '../harness/plain-message.ts';
import { withClient } from '../harness/postgres.ts';
import { eventually } from '../harness/test-stack.ts';

const EMAIL = 'shop@tea.example';

let google: MailProvider;
let outstep: Outstep;
let storeId: string;
let id: string;
let owner: Awaited<ReturnType<typeof mailboxOwner>>;
const workers: { contexts: Contexts; close(): Promise<void> }[] = [];

beforeAll(async () => {
  google = await startMailProvider('google', appEnv.OUTSTEP_BASE_URL);
  outstep = await startOutstep({
    env: { ...appEnv, ...google.env, OUTSTEP_OUTBOUND_ALLOW: '127.0.0.1/32' },
  });
  storeId = await outstep.newStore();
  owner = await mailboxOwner(outstep, storeId, 'Owner');
  // Each has its own connections, key cache and issuer, like two processes.
  for (let i = 0; i < 2; i++) {
    const core = createCore(outstep.core.config);
    const contexts = createContexts(core);
    workers.push({ contexts, close: () => contexts.close().then(() => core.close()) });
  }
  id = await owner.connect('google', google, EMAIL);
});
afterAll(async () => {
  await Promise.all(workers.map((worker) => worker.close()));
  await outstep?.close();
  await google?.close();
});
afterEach(() => {
  google.behaves = {};
});

const ask = (worker: number, refused: string | null = null) => {
  const { contexts } = workers[worker] as (typeof workers)[number];
  return accessToMailbox(contexts.asWorker(storeId), id, refused);
};
const tokenOf = async (asked: ReturnType<typeof ask>) => {
  const access = await asked;
  return 'accessToken' in access ? access.accessToken : expect.fail(textOf(access.sentence));
};
const change = (sql: string) =>
  withClient(String(outstep.env['DATABASE_URL']), (client) => client.query(sql, [id]));

test('shares a valid token without requesting another', async () => {
  const before = google.refreshes;
  const tokens = await Promise.all([0, 1, 0, 1].map((worker) => tokenOf(ask(worker))));
  expect(new Set(tokens).size).toBe(1);
  expect(google.refreshes).toBe(before);
});

test('refreshes once for twenty concurrent callers in two processes', async () => {
  const old = await tokenOf(ask(0));
  const before = google.refreshes;
  // Slow enough that all of them have asked before it arrives.
  google.behaves = { tokenMs: 700 };
  const tokens = await Promise.all(Array.from({ length: 20 }, (_, i) => tokenOf(ask(i % 2, old))));
  expect(google.refreshes).toBe(before + 1);
  expect(new Set(tokens).size).toBe(1);
  expect(tokens[0]).not.toBe(old);
  // This issuer rotates refresh tokens, so only a process that kept the new one can continue.
  expect(await tokenOf(ask(1, tokens[0]))).not.toBe(tokens[0]);
  expect(google.refreshes).toBe(before + 2);
});

test('renews a token that is about to expire before using it', async () => {
  const old = await tokenOf(ask(0));
  const { contexts } = workers[0] as (typeof workers)[number];
  const later = () => new Date(Date.now() + 3_590_000);
  const access = await accessToMailbox({ ...contexts.asWorker(storeId), now: later }, id, null);
  expect(access).not.toEqual({ accessToken: old });
});

test('an unavailable issuer: no token for now, and the next caller retries', async () => {
  const old = await tokenOf(ask(0));
  google.behaves = { tokenStatus: 503 };
  expect(await ask(0, old)).toEqual({ sentence: 'Google returned 503', again: true });
  google.behaves = {};
  expect(await tokenOf(ask(1, old))).not.toBe(old);
});

test('takes over a refresh whose process died, after its lease', async () => {
  const old = await tokenOf(ask(0));
  await change("update mailboxes set refreshing_until = now() + interval '1 second' where id = $1");
  const before = google.refreshes;
  const tokens = await Promise.all([tokenOf(ask(0, old)), tokenOf(ask(1, old))]);
  expect(new Set(tokens).size).toBe(1);
  expect(google.refreshes).toBe(before + 1);
});

test('keeps the new login of a mailbox that was reconnected in the meantime', async () => {
  const old = await tokenOf(ask(0));
  const before = google.asked;
  const held = Promise.withResolvers<void>();
  google.behaves = { hold: held.promise };
  const asked = ask(0, old);
  await eventually(
    async () => google.asked,
    (count) => count > before,
  );
  google.behaves = {};
  await owner.connect('google', google, EMAIL);
  const renewed = await tokenOf(ask(1));
  held.resolve();
  // The late token must not replace the new one, because it belongs to another grant.
  expect(await tokenOf(asked)).not.toBe(renewed);
  expect(await tokenOf(ask(1))).toBe(renewed);
});

test('invalid_grant asks to reconnect the mailbox and stops refreshing', async () => {
  const old = await tokenOf(ask(0));
  await google.revoke(EMAIL);
  const before = google.refreshes;
  const answers = await Promise.all([ask(0, old), ask(1, old)]);
  for (const answer of answers)
    expect(answer).toEqual({
      sentence: messageMatching(/: connect it again on the Senders page$/),
      again: false,
    });
  expect(google.refreshes).toBe(before);
  const { body } = await owner.send('GET', '/senders');
  expect(body.items).toMatchObject([{ id, status: 'reconnect' }]);
});
