import { spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Request } from 'autocannon';
import { formatApiKey, publicPrefix } from '../server/src/kernel/api-key.ts';
import { freePort } from '../server/test/harness/free-port.ts';
import {
  databaseUrl,
  dropDatabase,
  randomName,
  serverUrl,
  withClient,
} from '../server/test/harness/postgres.ts';
import { type Contender, contest, printStandings, reportBars, type Threshold } from './contest.ts';
import { cpuBetween, cpuSpentBy } from './cpu.ts';
import { measure } from './load.ts';
import { WINDOWS } from './statistics.ts';

/**
 * `npm run bench:compare -- FOLDER [WINDOWS] [CALL]`: compares the CPU time of one API call in this checkout
 * with another checkout, whose dependencies must be installed. Each has its own database, and of PostgreSQL
 * only the statements on that database count.
 */
const AT_MOST = 1.05;
const CONNECTIONS = 8;
/** Enough keys that none reaches its rate limit. */
const KEYS = 2500;

interface Call {
  name: string;
  /** Calls per window: enough that one tick of the CPU clock (ten milliseconds) hardly matters. */
  amount: number;
  request: Request;
}

interface Api {
  name: string;
  origin: string;
  spent: () => ReturnType<typeof cpuSpentBy>;
  keys: string[];
  layout: string;
  httpRequest: string;
  close(): Promise<void>;
}

async function outputOf(folder: string, env: Record<string, string>, args: string[]) {
  const child = spawn(process.execPath, [join(folder, 'server/src/main.ts'), ...args], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [output] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  if (child.exitCode !== 0) throw new Error(`${folder}: ${args.join(' ')} ended with ${child.exitCode}`);
  return output;
}

async function addKeys(url: string, storeId: string): Promise<string[]> {
  const keys = Array.from({ length: KEYS }, () => formatApiKey(randomBytes(32)));
  const hashes = keys.map((key) => createHash('sha256').update(key).digest());
  await withClient(url, async (client) => {
    await client.query(`insert into store_limits (store_id, name, value) values ($1, 'keys', $2)`, [
      storeId,
      KEYS,
    ]);
    await client.query(
      `insert into api_keys (store_id, id, name, hash, prefix, level, changed_at)
       select $1, gen_random_uuid(), 'bench', hash, prefix, 'write', now() - interval '1 hour'
       from unnest($2::bytea[], $3::text[]) as k (hash, prefix)`,
      [storeId, hashes, keys.map(publicPrefix)],
    );
  });
  return keys;
}

const design = {
  blocks: [
    { type: 'heading', level: 1, text: 'Thank you' },
    ...Array.from({ length: 8 }, () => ({
      type: 'text',
      html: '<p>Hi {{ variables.customer.first_name }}, we are packing order {{ variables.order.name }}.</p>',
    })),
    { type: 'button', label: 'See your order', url: 'https://shop.example/{{ variables.order.id }}' },
  ],
};

async function startApi(name: string, folder: string): Promise<Api> {
  const database = randomName('outstep_bench');
  const logs = mkdtempSync(join(tmpdir(), 'outstep-bench-'));
  await withClient(serverUrl.toString(), (client) => client.query(`create database ${database}`));
  const port = await freePort();
  const env = {
    PATH: process.env['PATH'] ?? '',
    NODE_ENV: 'production',
    DATABASE_URL: databaseUrl(database),
    OUTSTEP_MASTER_KEY: randomBytes(32).toString('base64'),
    PORT: String(port),
  };
  await outputOf(folder, env, ['migrate']);
  const store = JSON.parse(await outputOf(folder, env, ['store', 'create', '--name', 'Bench', '--json']));
  const keys = await addKeys(env.DATABASE_URL, store.id);
  const log = openSync(join(logs, 'api.log'), 'w');
  const child = spawn(process.execPath, [join(folder, 'server/src/main.ts'), 'api'], {
    env,
    stdio: ['ignore', log, 'inherit'],
  });
  const origin = `http://127.0.0.1:${port}`;
  const answers = () =>
    fetch(`${origin}/api/v1`).then(
      ({ ok }) => ok,
      () => false,
    );
  for (let tries = 0; !(await answers()); tries++) {
    if (tries > 600) throw new Error(`${folder}: the API does not listen`);
    await sleep(100);
  }
  async function created(path: string, body: object): Promise<string> {
    const headers = { authorization: `Bearer ${keys[0]}` };
    const answer = await fetch(origin + path, { method: 'POST', headers, body: JSON.stringify(body) });
    const { id } = (await answer.json()) as { id?: string };
    if (id === undefined) throw new Error(`${folder}: POST ${path} answered ${answer.status}`);
    return id;
  }
  const parts = new Map([[child.pid as number, 'API']]);
  return {
    name,
    origin,
    keys,
    spent: () => cpuSpentBy(parts, database),
    layout: await created('/api/v1/email-templates', {
      name: 'Order confirmation',
      subject: 'Order {{ variables.order.name }}',
      bodyDesign: design,
    }),
    httpRequest: await created('/api/v1/http-requests', {
      name: 'Warehouse',
      url: 'https://warehouse.example.com/orders/{{ variables.order.id }}',
      method: 'POST',
      headers: { Authorization: 'Bearer {{ secrets.WAREHOUSE }}' },
      body: { order: '{{ variables.order.id }}' },
    }),
    async close() {
      const gone = once(child, 'exit');
      child.kill('SIGTERM');
      await gone;
      await dropDatabase(database);
      rmSync(logs, { recursive: true });
    },
  };
}

const tool = (name: string, args: object): Request => ({
  method: 'POST',
  path: '/api/mcp',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } }),
});

const callsOf = ({ layout, httpRequest }: Api): Call[] => {
  const json = (method: 'POST' | 'PATCH', path: string, body: object): Request => ({
    method,
    path: `/api/v1${path}`,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const read = (path: string): Request => ({ method: 'GET', path: `/api/v1${path}` });
  return [
    { name: 'read a request', amount: 4000, request: read(`/http-requests/${httpRequest}`) },
    {
      name: 'read a request as a tool',
      amount: 4000,
      request: tool('get_http_request', { id: httpRequest }),
    },
    { name: 'read a layout', amount: 3000, request: read(`/email-templates/${layout}`) },
    { name: 'list layouts', amount: 3000, request: read('/email-templates') },
    { name: 'list history', amount: 3000, request: read('/history') },
    {
      name: 'list tools',
      amount: 1500,
      request: {
        method: 'POST',
        path: '/api/mcp',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
      },
    },
    {
      name: 'refuse a request',
      amount: 2000,
      request: json('PATCH', `/http-requests/${httpRequest}`, { url: 'ftp://a' }),
    },
    {
      name: 'change a request',
      amount: 800,
      request: json('PATCH', `/http-requests/${httpRequest}`, { description: 'x' }),
    },
    {
      name: 'change a layout',
      amount: 400,
      request: json('PATCH', `/email-templates/${layout}`, { bodyDesign: design }),
    },
    {
      name: 'preview a layout',
      amount: 400,
      request: json('POST', `/email-templates/${layout}/preview`, {}),
    },
  ];
};

/**
 * Calls that return an error would make the measurement meaningless; only the one that must be rejected
 * returns 400.
 */
async function contenderOf(
  api: Api,
  { name, amount, request }: Call,
  sent: { count: number },
): Promise<Contender> {
  const requests = api.keys.map((key) => ({
    ...request,
    headers: { ...request.headers, authorization: `Bearer ${key}` },
  }));
  async function run(count: number) {
    const before = api.spent();
    const until = { amount: count };
    const load = await measure({
      origin: api.origin,
      requests,
      from: sent.count,
      connections: CONNECTIONS,
      until,
    });
    sent.count += count;
    if (load.refused > 0 || (load.failed > 0 && !name.startsWith('refuse')))
      throw new Error(`${api.name}, ${name}: ${load.refused} refused by a budget, ${load.failed} failed`);
    const { total, perSecond } = load;
    return { done: total, seconds: total / perSecond, cpu: cpuBetween(before, api.spent()) };
  }
  return { name: api.name, warmUp: () => run(amount), run: () => run(amount) };
}

async function compare(other: string, rounds: number, only: string): Promise<boolean> {
  const apis = [await startApi('other', other), await startApi('this', resolve('.'))] as const;
  try {
    const bars: Threshold[] = [];
    const doubts: string[] = [];
    const counts = apis.map(() => ({ count: 0 }));
    for (const [i, { name }] of callsOf(apis[0]).entries()) {
      if (!name.includes(only)) continue;
      const contenders = await Promise.all(
        apis.map((api, n) => contenderOf(api, callsOf(api)[i] as Call, counts[n] as { count: number })),
      );
      const { standings, doubts: here } = await contest(contenders, rounds, () => new Map());
      console.log(`\n${name}`);
      printStandings(standings, 'call');
      const ratio = standings[1]?.cpuOfFirst;
      if (ratio) bars.push({ what: `CPU: ${name}`, value: ratio, atMost: AT_MOST });
      doubts.push(...here.filter((doubt) => !doubt.startsWith('rate')).map((doubt) => `${name}: ${doubt}`));
    }
    return reportBars({ bars, doubts });
  } finally {
    for (const api of apis) await api.close();
  }
}

const [other, windows = WINDOWS, only = ''] = process.argv.slice(2);
if (other === undefined) throw new Error('usage: npm run bench:compare -- FOLDER [WINDOWS] [CALL]');
if (!(await compare(resolve(other), Number(windows), only))) process.exitCode = 1;
