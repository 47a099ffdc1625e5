import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { call } from '../harness/client.ts';
import type { TestKey } from '../harness/outstep.ts';
import { type OutstepProcess, startApi, startWorker } from '../harness/process.ts';
import { sized } from '../harness/size.ts';
import { commitsOf, layoutIn, type RepositoryWorld, startRepositoryWorld } from './world.ts';

/** `npm run chaos:repository` is the full run: 200 saves, and 20 killed workers. */
const SAVES = Number(process.env['OUTSTEP_REPOSITORY_SAVES'] ?? sized(8, 60));
const KILLS = Math.max(1, Math.floor(SAVES / 10));
const WRITERS = sized(2, 4);
const LAYOUTS = sized(2, 3);
const UPTIME_MS = sized(500, 3_000);
const DOWN_MS = sized(1_000, 4_000);
const COMMITS_OF_PEOPLE = sized(2, 10);

let world: RepositoryWorld;
/** The address at which the API would reach the provider, which it must not call. */
let watched: { url: string; calls: number; close(): void };

beforeAll(async () => {
  let calls = 0;
  const server = createServer((_request, response) => {
    calls++;
    response.writeHead(500).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  watched = {
    url: `http://127.0.0.1:${port}`,
    get calls() {
      return calls;
    },
    close: () => void server.close(),
  };
  world = await startRepositoryWorld({}, 0);
});
afterAll(async () => {
  await world?.close();
  watched?.close();
});

interface Snapshot {
  layout: unknown;
  translations: unknown;
}

const after = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** One writer: changes one layout after the other, and no change equals another. */
async function write(
  origin: string,
  { key }: TestKey,
  layouts: string[],
  writer: number,
  kept: Map<string, Snapshot>,
) {
  for (let i = 0; i < SAVES / WRITERS; i++) {
    const id = layouts[(i * 7 + writer) % layouts.length] as string;
    const base = `/api/v1/email-templates/${id}`;
    const [path, body] =
      i % 4 === 3
        ? [`${base}/translations/${['de', 'fr', 'es'][i % 3]}`, { subject: `${writer} sagt ${i}` }]
        : [base, { subject: `${writer} says ${i}` }];
    let saved = await call(origin, key, 'PUT', path, body);
    // On a machine too busy to check a layout in time, the API responds with 503 and saves nothing.
    while (saved.status === 503) saved = await call(origin, key, 'PUT', path, body);
    expect(saved.status).toBeLessThan(300);
    // The tag names the version that this save made; 25 versions later it is pruned.
    const version = /\d+/.exec(saved.headers.get('etag') ?? '')?.[0];
    const read = await call(origin, key, 'GET', `${base}/versions/${version}`);
    kept.set(`${id} ${version}`, { layout: read.body.layout, translations: read.body.translations });
  }
}

/** Kills the worker again and again; returns the last one. */
async function keepKilling(): Promise<OutstepProcess> {
  let { worker } = world;
  for (let kill = 0; kill < KILLS; kill++) {
    await after(300 + ((kill * 397) % 700));
    await worker.stop('SIGKILL');
    worker = await startWorker(world.outstep.env);
  }
  return worker;
}

async function outage() {
  await after(UPTIME_MS);
  await world.github.goDown();
  await after(DOWN_MS);
  await world.github.comeBack();
}

/** Commits of another person on the same branch, any of which may come between a head and its next commit. */
async function work() {
  for (let i = 0; i < COMMITS_OF_PEOPLE; i++) {
    await after(500);
    const commit = { message: `Note ${i}`, files: { 'NOTES.md': `${i}` } };
    // Their push may lose the race as well; then they retry.
    while (!(await world.github.commitAsPerson(commit).catch(() => null))) await after(50);
  }
}

test(`${SAVES} saves by ${WRITERS} writers become as many commits in order, with 20 % of calls failing, an outage and ${KILLS} workers killed (contract: Repository 1)`, async () => {
  const { outstep, github, storeId } = world;
  await world.connect();
  // Saves go through a process that would reach the provider at another address.
  const api = await startApi({ ...outstep.env, GITHUB_API_URL: watched.url });
  const keys = await Promise.all(Array.from({ length: WRITERS }, () => outstep.newKey(storeId, 'write')));
  const layouts: string[] = [];
  for (let i = 0; i < LAYOUTS; i++) {
    const layout = { name: 'Receipt', subject: 'Thanks' };
    const made = await call(api.origin, world.key.key, 'POST', '/api/v1/email-templates', layout);
    layouts.push(made.body.id);
  }
  github.failing = {
    share: 0.2,
    kinds: ['server_error', 'unavailable', 'bad_gateway', 'dropped', 'dropped_after', 'slow', 'garbled'],
    slowMs: 300,
  };
  const kept = new Map<string, Snapshot>();
  const killing = keepKilling();
  const away = outage();
  const people = work();
  await Promise.all(keys.map((key, writer) => write(api.origin, key, layouts, writer, kept)));
  const worker = await killing;
  await Promise.all([away, people]);
  await world.settled(storeId, 900_000);
  await Promise.all([api.stop(), worker.stop()]);

  expect(watched.calls).toBe(0);
  expect(kept.size).toBe(SAVES);
  expect(Number(await github.git(['rev-list', '--count', 'main']))).toBe(
    1 + LAYOUTS + SAVES + COMMITS_OF_PEOPLE,
  );
  for (const id of layouts) {
    const shas = await commitsOf(github, id);
    const saves = [...kept.keys()].filter((name) => name.startsWith(id)).length;
    expect(shas).toHaveLength(1 + saves);
    for (const [i, sha] of shas.entries())
      if (i > 0) expect(await layoutIn(github, sha, id)).toEqual(kept.get(`${id} ${i + 1}`));
  }
}, 1_200_000);
