import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connectMailbox } from '../harness/mailboxes.ts';
import type { Outstep, TestKey } from '../harness/outstep.ts';
import { sharedOutstep } from '../harness/shared.ts';
import { callPost, headersOf } from '../mcp/posts.ts';

const USERNAME = 'canary-username-7h2k';
const PASSWORD = 'canary-password-9x4m';
const TOKEN = 'canary-token-3v8q';
const NAME = 'mary.canary-5t1z';

let outstep: Outstep;
let key: TestKey;
let foreignKey: TestKey;
const ids: Record<'main' | 'relay' | 'google' | 'microsoft', string> = {
  main: '',
  relay: '',
  google: '',
  microsoft: '',
};

const addSmtp = async (storeId: string, fields: object = {}) => {
  const base = { name: 'Main', host: 'smtp.example.com', port: 465, from: 'orders@shop.example' };
  return ((await outstep.operator(storeId, 'add_smtp_sender', { ...base, ...fields })) as { id: string }).id;
};

beforeAll(async () => {
  outstep = await sharedOutstep();
  key = await outstep.newKey(await outstep.newStore(), 'execute');
  foreignKey = await outstep.newKey(await outstep.newStore(), 'execute');
  const { storeId } = key;
  ids.main = await addSmtp(storeId, { fromName: 'The shop', user: USERNAME, password: PASSWORD });
  ids.relay = await addSmtp(storeId, {
    name: 'Relay 100%',
    host: '10.0.0.7',
    port: 25,
    from: 'news@letters.example',
    security: 'none',
  });
  ids.google = await connectMailbox(outstep.core, storeId, {
    address: `${NAME}@shop.example`,
    token: TOKEN,
    isDefault: true,
  });
  ids.microsoft = await connectMailbox(outstep.core, storeId, {
    address: 'b@shop.example',
    token: `${TOKEN}-2`,
    provider: 'microsoft',
    status: 'reconnect',
  });
});
afterAll(() => outstep?.close());

const list = (path: string, query = '', as = key) => outstep.call(as, 'GET', `/api/v1/${path}${query}`);
const tool = (name: string, args: object = {}, as = key) => {
  const post = callPost(name, args);
  return outstep.call(as, 'POST', '/api/mcp', post.message, headersOf(post));
};
const total = async (path: string, q: string) =>
  (await list(path, `?q=${encodeURIComponent(q)}`)).body.total as number;
const page = (items: object[]) => ({ items, page: 1, limit: 25, total: items.length, pages: 1 });

const smtpSenders = () =>
  page([
    {
      id: ids.relay,
      name: 'Relay 100%',
      host: '10.0.0.7',
      port: 25,
      security: 'none',
      fromName: '',
      fromAddress: 'news@letters.example',
      hasUsername: false,
      hasPassword: false,
      isDefault: false,
      createdAt: expect.any(String),
    },
    {
      id: ids.main,
      name: 'Main',
      host: 'smtp.example.com',
      port: 465,
      security: 'tls',
      fromName: 'The shop',
      fromAddress: 'orders@shop.example',
      hasUsername: true,
      hasPassword: true,
      isDefault: true,
      createdAt: expect.any(String),
    },
  ]);

const mailboxes = () =>
  page([
    {
      id: ids.microsoft,
      provider: 'microsoft',
      address: 'b******@shop.example',
      status: 'reconnect',
      isDefault: false,
      connectedAt: expect.any(String),
    },
    {
      id: ids.google,
      provider: 'google',
      address: 'ma******@shop.example',
      status: 'connected',
      isDefault: true,
      connectedAt: expect.any(String),
    },
  ]);

const lists = [
  ['smtp-configs', 'list_smtp_configs', smtpSenders],
  ['senders', 'list_senders', mailboxes],
] as const;

describe('lists', () => {
  test('200: SMTP senders, newest change first, with flags for credentials (spec: SMTP sender 1; Endpoint GET /api/v1/smtp-configs) (contract: Senders, secrets, files 1)', async () => {
    const answer = await list('smtp-configs');
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual(smtpSenders());
  });

  test('200: mailboxes of both providers, masked (spec: Connected mailbox 1; Endpoint GET /api/v1/senders) (contract: Senders, secrets, files 2)', async () => {
    const answer = await list('senders');
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual(mailboxes());
  });

  test.each(lists)(
    '%s: %s returns the same as REST (spec: Tool list_smtp_configs; Tool list_senders)',
    async (_path, name, expected) => {
      const { result } = (await tool(name)).body;
      expect(result.structuredContent).toEqual(expected());
    },
  );

  test('paginates; a page past the end is empty (spec: Conventions 2)', async () => {
    for (const [path, , expected] of lists) {
      const { items } = expected();
      const second = await list(path, '?limit=1&page=2');
      expect(second.body).toEqual({ items: [items[1]], page: 2, limit: 1, total: 2, pages: 2 });
      expect((await list(path, '?page=9')).body).toMatchObject({ items: [], page: 9, total: 2 });
      expect((await list(path, '?limit=0')).status).toBe(400);
    }
  });

  test('q finds an SMTP sender by name, host and sending address (spec: SMTP sender 2) (contract: Lists 3)', async () => {
    for (const q of ['MAIN', 'smtp.example', 'Orders@', '@shop'])
      expect(await total('smtp-configs', q)).toBe(1);
    expect(await total('smtp-configs', '0%')).toBe(1);
    expect(await total('smtp-configs', '_')).toBe(0);
    for (const q of [USERNAME, PASSWORD, 'canary', 'The shop'])
      expect(await total('smtp-configs', q)).toBe(0);
  });

  test('q searches only the masked form of mailboxes (spec: Connected mailbox 1)', async () => {
    for (const q of ['ma', 'MA******@', '@shop.example', 'shop']) {
      expect(await total('senders', q)).toBeGreaterThan(0);
    }
    for (const q of ['mar', 'mary', NAME, `${NAME}@shop.example`, 'y.c', 'canary', TOKEN, 'b@', 'google']) {
      expect(await total('senders', q), q).toBe(0);
      expect((await tool('list_senders', { q })).body.result.structuredContent.total, q).toBe(0);
    }
  });
});

test('returns no credentials, tokens or unmasked addresses (spec: What the service does 4; Tool server 1; SMTP sender 1; Connected mailbox 1)', async () => {
  const answers = await Promise.all([
    ...lists.map(([path]) => list(path)),
    ...lists.map(([, name]) => tool(name)),
    ...lists.map(([path]) => list(path, `?q=${encodeURIComponent('%')}`)),
    list('smtp-configs', '?page=x'),
    tool('list_senders', { token: true }),
  ]);
  const said = answers.map(({ text, headers }) => text + JSON.stringify([...headers])).join('\n');
  expect(said).toContain('ma******@shop.example');
  expect(said).not.toMatch(/canary|mary/);
  expect(said).not.toMatch(/"(username|password|token|connectionLimit|updatedAt)"/i);
});

test('405 for every write and no tool for it: senders are created in the app (spec: What the service does 3; Senders and secrets 1)', async () => {
  for (const [path] of lists) {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      const answer = await outstep.call(key, method, `/api/v1/${path}`, {});
      expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
    }
    expect((await list(`${path}/${ids.main}`)).status).toBe(404);
  }
  for (const name of ['add_smtp_sender', 'create_sender']) {
    expect((await tool(name)).body.error.code).toBe(-32602);
  }
});

test('other stores can neither list nor find senders (spec: What the service does 7)', async () => {
  for (const [path, name] of lists) {
    for (const q of ['', '?q=shop', '?q=example']) {
      expect((await list(path, q, foreignKey)).body).toMatchObject({ items: [], total: 0 });
    }
    expect((await tool(name, {}, foreignKey)).body.result.structuredContent.items).toEqual([]);
  }
});
