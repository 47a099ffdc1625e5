import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dumpOf } from '../faults/data-locations.ts';
import { runOutstep } from '../harness/process.ts';
import { eventually } from '../harness/test-stack.ts';
import { commitsOf, listVersions, type RepositoryWorld, startRepositoryWorld } from './world.ts';

let world: RepositoryWorld;

beforeAll(async () => {
  world = await startRepositoryWorld({ OUTSTEP_LOG_LEVEL: 'trace' });
});
afterAll(() => world?.close());

/** The token itself, and encodings in which it might hide. */
const shapesOf = (token: string) => [
  token,
  Buffer.from(token).toString('base64').replace(/=+$/, ''),
  Buffer.from(token).toString('hex'),
  encodeURIComponent(token),
];

async function bytesBelow(folder: string): Promise<string> {
  const names = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = names.filter((entry) => entry.isFile());
  const texts = await Promise.all(
    files.map(({ parentPath, name }) => readFile(join(parentPath, name), 'latin1').catch(() => '')),
  );
  return texts.join('\n');
}

test('the token never appears in a response, log, job, error, row or process list, whatever fails', async () => {
  const { outstep, github, engine, storeId, key, worker } = world;
  const said: string[] = [];
  const cli = async (args: string[], input = '') => {
    const done = await runOutstep(outstep.env, args, input);
    said.push(done.stdout, done.stderr);
    return done;
  };
  const named = ['--store', storeId, '--repository', `${github.repository.owner}/${github.repository.name}`];
  const refused = github.access.createToken();
  github.access.revoke(refused);
  expect((await cli(['repository', 'connect', ...named, '--token-stdin'], `${refused}\n`)).code).not.toBe(0);
  const readOnly = github.access.createToken({ readOnly: true });
  expect((await cli(['repository', 'connect', ...named, '--token-stdin'], `${readOnly}\n`)).code).not.toBe(0);
  const connected = await cli(
    ['repository', 'connect', ...named, '--token-stdin', '--json'],
    `${github.token}\n`,
  );
  expect(connected).toMatchObject({ code: 0 });

  const id = await world.newLayout();
  await world.settled();
  const [sha = ''] = await commitsOf(github, id);
  const base = `/api/v1/email-templates/${id}/versions/github`;
  for (const kind of [
    ...(['server_error', 'bad_credentials', 'forbidden', 'primary_limit', 'secondary_limit'] as const),
    ...(['not_found', 'rule_violation', 'dropped', 'bad_gateway', 'garbled', 'moved'] as const),
  ]) {
    github.failing = { share: 1, kinds: [kind] };
    for (const [method, path] of [
      ['GET', base],
      ['GET', `${base}/${sha}`],
      ['POST', `${base}/${sha}/restore`],
    ] as const) {
      const answer = await outstep.call(key, method, path);
      said.push(JSON.stringify(answer.body), JSON.stringify([...answer.headers]));
    }
  }
  github.failing = { share: 1, kinds: ['bad_credentials'] };
  await world.save(`/${id}`, { subject: 'While it fails' });
  await eventually(
    () => listVersions(outstep, storeId),
    ({ status }) => status === 'reconnect',
  );
  said.push((await cli(['repository', 'show', '--store', storeId, '--json'])).stdout);
  github.failing = null;
  await world.settled();
  const dump = await dumpOf(outstep.env['DATABASE_URL'] ?? '');
  await worker.stop();
  const logs = [...outstep.apis.flatMap(({ output }) => output), ...worker.output];
  const everything = [...said, ...logs, dump, await bytesBelow(engine.folder)].join('\n');
  // Proof that a leak would be seen: other values that took the same path are found.
  expect(everything).toContain(storeId);
  for (const token of [github.token, refused, readOnly])
    for (const shape of shapesOf(token)) expect(everything.includes(shape), shape).toBe(false);
});
