import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Outstep, startOutstep } from '../harness/outstep.ts';
import { runOutstep } from '../harness/process.ts';
import { signed } from '../platforms/platform-server.ts';
import { contentsOf, dumpOf } from './data-locations.ts';
import { findNeedles } from './needles.ts';
import { newSearch } from './search.ts';

const LIST = '/api/v1/http-requests';

describe('no leaked keys or credentials', () => {
  let outstep: Outstep;
  let storeId: string;
  let key: string;
  let keyId: string;
  const { needles, answers, canary, send, tool, signIn } = newSearch();

  const literals = (where: string) => ({
    url: canary(
      `${where}: user info of the url`,
      (c) => `https://me:${c}@example.com/?api_key=${canary(`${where}: query`)}`,
    ),
    headers: {
      Authorization: canary(`${where}: Authorization`, (c) => `Bearer ${c}`),
      'Proxy-Authorization': canary(
        `${where}: basic`,
        (c) => `Basic ${Buffer.from(`u:${c}`).toString('base64')}`,
      ),
      Cookie: canary(`${where}: Cookie`, (c) => `session=${c}; theme=dark`),
      'X-Api-Key': canary(`${where}: X-Api-Key`),
      'X-Trace': canary(`${where}: token in a harmless header`, (c) => `sk_live_${c}`),
    },
    body: {
      password: canary(`${where}: body`),
      deep: [{ access_token: canary(`${where}: deep body`) }],
      note: `uses ${key}`,
    },
    testVariables: { client_secret: canary(`${where}: test variables`) },
    description: `made with ${key}`,
  });

  beforeAll(async () => {
    outstep = await startOutstep({ processes: 2, env: { OUTSTEP_LOG_LEVEL: 'trace' } });
    storeId = await outstep.newStore('Searched store');
    const args = [
      'key',
      'create',
      '--store',
      storeId,
      '--name',
      'Searched key',
      '--level',
      'execute',
      '--json',
    ];
    const made = JSON.parse((await runOutstep(outstep.env, args)).stdout);
    ({ id: keyId, key } = made);
    signIn(outstep.origin, key);

    const value = canary('secret value', (c) => `"${c}" / + = & ä`);
    const set = await runOutstep(
      outstep.env,
      ['secret', 'set', '--store', storeId, '--name', 'TOKEN', '--json'],
      value,
    );
    answers.push(set.stdout, set.stderr);
    expect(set.code).toBe(0);
  });
  afterAll(() => outstep?.close());

  test('through every call that succeeds (spec: What the service does 4; What the service does 6)', async () => {
    const made = await send('POST', LIST, literals('REST create'), { 'idempotency-key': 'once' });
    expect(made.status).toBe(201);
    await send('PATCH', `${LIST}/${made.body.id}`, literals('REST update'));
    await send('PUT', `${LIST}/${made.body.id}`, { body: `{"token":"${canary('text body')}","a":1}` });
    await send('PATCH', `${LIST}/${made.body.id}`, (await send('GET', `${LIST}/${made.body.id}`)).body);
    const byTool = await tool('create_http_request', literals('tool create'));
    const id = byTool.body.result.structuredContent.id;
    await tool('update_http_request', { id, ...literals('tool update') });
    for (const name of ['list_http_requests', 'list_secret_keys']) await tool(name, {});
    await tool('get_http_request', { id });
    for (const path of ['/me', '/secrets', '/http-requests', `/http-requests/${id}`])
      await send('GET', `/api/v1${path}`);
    expect(answers.filter((answer) => answer.includes(' → 4'))).toEqual([]);
    const changed = await send('GET', `${LIST}/${id}`);
    expect(changed.body.headers).toMatchObject({ Authorization: 'Bearer ********', 'X-Api-Key': '********' });
    await tool('delete_http_request', { id });
  });

  test('through every call that fails', async () => {
    const before = answers.length;
    const { headers } = literals('refused create');
    await send('POST', LIST, { url: canary('bad url', (c) => `ftp://me:${c}@example.com`), headers });
    await send('POST', LIST, {
      url: 'https://example.com',
      headers: { Authorization: canary('broken Liquid', (c) => `Bearer ${c} {{ a`) },
    });
    await send('POST', LIST, {
      url: 'https://example.com',
      headers: { 'X-Api-Key': canary('two lines', (c) => `${c}\n${c}`) },
    });
    await send('POST', LIST, { url: 'https://example.com', timeoutMs: canary('wrong type') });
    await send(
      'POST',
      LIST,
      canary('bad JSON', (c) => `{"password":"${c}","key":"${key}"`),
    );
    await send('POST', LIST, `"${key}"`);
    await send('PATCH', `${LIST}/${outstep.core.runtime.newId()}`, literals('unknown record'));
    await send('PATCH', `${LIST}/${keyId}`, literals('stale'), { 'if-match': `"${key}"` });
    await tool('create_http_request', { url: canary('tool: bad url', (c) => `ftp://${c}`), method: key });
    await tool('get_http_request', { id: key });
    await tool(key, {});
    await send('POST', '/api/mcp', `{"jsonrpc":"2.0","id":1,"method":"${key}"`, {
      'content-type': 'application/json',
    });
    expect(
      answers
        .slice(before)
        .filter((answer) => / → 20[01] .*"id"/.test(answer) && !answer.includes('jsonrpc')),
    ).toEqual([]);
  });

  test('through keys sent where they do not belong (spec: Authentication 5) (contract: Every answer 8)', async () => {
    const none = { authorization: '' };
    for (const headers of [
      none,
      { authorization: key },
      { authorization: `Basic ${key}` },
      { authorization: `Bearer ${key} ${key}` },
    ])
      expect((await send('GET', '/api/v1/me', undefined, headers)).status).toBe(401);
    for (const query of [`?key=${key}`, `?api_key=${key}`, `?${key}`, `?q=${key}`]) {
      expect((await send('GET', `/api/v1/me${query}`, undefined, none)).status).toBe(401);
      await send('GET', `${LIST}${query}`);
    }
    for (const name of [
      'x-api-key',
      'cookie',
      'referer',
      'user-agent',
      'x-request-id',
      'if-match',
      'mcp-session-id',
    ])
      await send('GET', '/api/v1/me', undefined, { ...none, [name]: key });
    for (const path of [`/api/v1/${key}`, `${LIST}/${key}`, `/api/${key}/me`, `/${key}`, `${LIST}/${key}%zz`])
      expect((await send('GET', path)).status).toBe(404);
    await send('POST', LIST, { url: 'https://example.com' }, { 'idempotency-key': key });
    await send('POST', LIST, { url: 'https://example.com' }, { 'idempotency-key': `job ${key}` });
    await send('POST', LIST, { url: 'https://example.com', [key]: 1 }, { 'idempotency-key': 'ignored' });
  });

  test("through a workflow platform's calls", async () => {
    const args = ['platform', 'secret', '--store', storeId, '--json'];
    const { secret } = JSON.parse((await runOutstep(outstep.env, args)).stdout);
    needles.push({ what: "the platform's secret", text: secret.slice(6) });
    const url = `/platforms/generic/${storeId}/http-request`;
    const body = `{"runId":"${canary('run id')}","variables":{"token":"${canary('variables')}"}`;
    const headers = signed(secret, body, canary('id of the message'));
    needles.push({ what: 'the signature', text: headers['webhook-signature'].slice(3) });
    for (const path of [url, `${url}?secret=${secret}`, `/platforms/generic/${secret}/http-request`]) {
      await send('POST', path, body, headers);
      await send('POST', path, `${body} `, headers);
      await send('POST', path, body, { ...headers, 'webhook-signature': secret, 'webhook-id': secret });
    }
  });

  test('not in any answer', () => {
    expect(answers.length).toBeGreaterThan(50);
    expect(answers.join('\n')).toContain('********');
    expect(answers.flatMap((answer) => findNeedles(needles, answer))).toEqual([]);
  });

  test('not in the database', async () => {
    const dump = await dumpOf(outstep.env['DATABASE_URL'] as string);
    expect(dump, 'the dump is whole').toContain('Searched key');
    expect(dump).toContain('********');
    expect(findNeedles(needles, dump)).toEqual([]);
  });

  test('not in Redis', async () => {
    const contents = await contentsOf(outstep.env['REDIS_URL'] as string);
    expect(contents, 'the budget of the key is counted there').toContain(keyId);
    expect(findNeedles(needles, contents)).toEqual([]);
  });

  test('not in the log (contract: Senders, secrets, files 3)', async () => {
    // The log is written in blocks; a process that has ended has written all of it.
    await Promise.all(outstep.apis.map((api) => Promise.all([once(api.child, 'close'), api.stop()])));
    const log = outstep.apis.flatMap(({ output }) => output);
    expect(
      log.some((line) => line.includes(keyId)),
      'the calls are in the log',
    ).toBe(true);
    expect(log.flatMap((line) => findNeedles(needles, line))).toEqual([]);
  });
});
