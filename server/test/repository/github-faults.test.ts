import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { RepositoryError } from '../../src/kernel/repository.ts';
import type { FaultKind } from '../harness/github/faults.ts';
import { type GitHub, startGitHub } from '../harness/github/github.ts';
import {
  all,
  author,
  createRepositoryOn,
  FOLDER,
  hostOf,
  openRepositoryOn,
  rejectionOf,
} from './open-repository.ts';

let github: GitHub;
beforeAll(async () => {
  github = await startGitHub();
});
afterEach(() => {
  github.failing = null;
});
afterAll(() => github.close());

const connect = (owner: string, repository: string) =>
  hostOf(github).connect({ owner, repository }, { kind: 'token', token: github.token });

const kinds: [FaultKind, string, string][] = [
  ['bad_credentials', 'refused', 'GitHub rejected the token; it may have expired'],
  ['forbidden', 'refused', 'Contents: read and write'],
  ['archived', 'refused', 'Repository was archived so is read-only.'],
  ['not_found', 'missing', "token can't see it"],
  ['moved', 'missing', 'renamed or moved'],
  ['empty', 'missing', 'is empty'],
  ['primary_limit', 'busy', 'rate limiting'],
  ['primary_limit_429', 'busy', 'rate limiting'],
  ['secondary_limit', 'busy', 'rate limiting'],
  ['secondary_limit_without_time', 'busy', 'rate limiting'],
  ['server_error', 'away', 'returned 500'],
  ['bad_gateway', 'away', 'returned 502'],
  ['unavailable', 'away', 'returned 503'],
  ['dropped', 'away', 'could not be reached'],
  ['dropped_after', 'away', 'could not be reached'],
  ['garbled', 'away', 'could not be read'],
  ['endless', 'away', 'interrupted'],
];

test.each(kinds)('%s is %s, from every method', async (fault, kind, words) => {
  const repository = openRepositoryOn(github);
  const sha = await repository.head();
  github.failing = { share: 1, kinds: [fault] };
  const commit = { parent: sha, folder: FOLDER, files: [], message: 'A', author };
  const works = [
    () => repository.head(),
    () => repository.commit(commit),
    () => repository.advance(sha),
    () => repository.holds(sha, 'a'.repeat(40)),
    () => repository.history(FOLDER, 1),
    () => repository.findSha(FOLDER, 'abcdef0'),
    () => repository.commitOf(FOLDER, sha),
    () => repository.filesAt(FOLDER, sha, all),
    () => connect('alder', 'mails'),
  ];
  for (const work of works) {
    const before = github.calls.length;
    const trouble = await rejectionOf(work(), github.token);
    expect(trouble.kind).toBe(kind);
    expect(trouble.message).toContain(words);
    expect(trouble.retryAfterMs !== null).toBe(kind === 'busy');
    // One call, and another one if it is unclear whether the repository itself is gone.
    expect(github.calls.length - before).toBeLessThanOrEqual(fault === 'not_found' ? 2 : 1);
  }
});

test('busy has a duration: the one in the response, until the limit resets, or a minute', async () => {
  const pauseOf = async (kind: FaultKind) => {
    github.failing = { share: 1, kinds: [kind] };
    return (await rejectionOf(openRepositoryOn(github).head(), github.token)).retryAfterMs;
  };
  expect(await pauseOf('secondary_limit')).toBe(45_000);
  expect(await pauseOf('secondary_limit_without_time')).toBe(60_000);
  const untilReset = await pauseOf('primary_limit');
  expect(untilReset).toBeGreaterThan(1000);
  expect(untilReset).toBeLessThanOrEqual(91_000);
  expect(untilReset).not.toBe(60_000);
});

test('away when the response takes too long, also while streaming', async () => {
  const impatient = hostOf(github, { timeoutMs: 200 });
  const place = { owner: 'alder', repository: 'mails', branch: 'main' };
  const repository = impatient.open(place, { kind: 'token', token: github.token });
  for (const kind of ['slow', 'trickling'] as const) {
    github.failing = { share: 1, kinds: [kind], slowMs: 60_000 };
    const { message } = await rejectionOf(repository.head(), github.token);
    expect(message).toBe('GitHub did not respond within 0.2 seconds');
  }
});

test('away while the server is down, and works again afterward', async () => {
  await github.goDown();
  expect((await rejectionOf(openRepositoryOn(github).head(), github.token)).kind).toBe('away');
  await github.comeBack();
  expect(await openRepositoryOn(github).head()).toMatch(/^[0-9a-f]{40}$/);
});

test('retries succeed with a fifth of all calls failing, without duplicate commits', async () => {
  const { held, repository } = await createRepositoryOn(github);
  github.failing = {
    share: 0.2,
    kinds: ['server_error', 'bad_gateway', 'unavailable', 'dropped', 'dropped_after'],
  };
  const retryAway = async <T>(work: () => Promise<T>): Promise<T> => {
    for (let attempt = 0; attempt < 50; attempt++) {
      try {
        return await work();
      } catch (error) {
        expect((error as RepositoryError).kind).toBe('away');
      }
    }
    return expect.fail('fifty attempts failed');
  };
  const first = github.calls.length;
  for (let index = 0; index < 10; index++) {
    const parent = await retryAway(() => repository.head());
    const files = [{ path: 'a', content: `${index}` }];
    const commit = { parent, folder: FOLDER, files, message: `${index}`, author };
    const sha = await retryAway(() => repository.commit(commit));
    expect(await retryAway(() => repository.advance(sha))).toBe(true);
  }
  const faults = new Set(github.calls.slice(first).map(({ fault }) => fault));
  expect(faults.size).toBeGreaterThan(3);
  expect(await held.git(['rev-list', '--count', 'main'])).toBe('11');
});

test.each([
  ['..', 'mails'],
  ['%2e%2e', 'mails'],
  ['alder/mails', 'x'],
  ['alder', '..'],
  ['alder', '.'],
  ['alder', '%2e%2e'],
  ['alder', 'mails/../other'],
  ['alder', 'mails?x'],
  ['alder', 'mails#'],
  ['', ''],
])('rejects %j/%j as a repository without a request', async (owner, repository) => {
  const before = github.calls.length;
  expect((await rejectionOf(connect(owner, repository), github.token)).kind).toBe('missing');
  const opened = openRepositoryOn(github, { owner, repository });
  expect((await rejectionOf(opened.head(), github.token)).kind).toBe('missing');
  expect(github.calls).toHaveLength(before);
});

test.each(['..', '../tags/a', 'a/../b', 'a?x', 'a b', '', '/a', 'a\nb', 'a.lock', '@{1}'])(
  '%j is not a branch, and is never sent',
  async (branch) => {
    const before = github.calls.length;
    const repository = openRepositoryOn(github, { branch });
    for (const work of [
      () => repository.head(),
      () => repository.history(FOLDER, 1),
      () => repository.advance('a'.repeat(40)),
    ])
      expect((await rejectionOf(work(), github.token)).kind).toBe('missing');
    expect(github.calls).toHaveLength(before);
  },
);

test.each(['%2e%2e', 'feature/a', 'a#b', 'a&sha=main', 'ü'])('%j is the name of a branch', async (branch) => {
  const { held } = await createRepositoryOn(github);
  const sha = await held.commitAsPerson({ branch, files: { [`${FOLDER}/a`]: 'a' }, message: 'A' });
  const repository = openRepositoryOn(github, { repository: held.name, branch });
  expect(await repository.head()).toBe(sha);
  expect((await repository.history(FOLDER, 1)).items).toHaveLength(1);
  const commit = { parent: sha, folder: FOLDER, files: [], message: 'B', author };
  expect(await repository.advance(await repository.commit(commit))).toBe(true);
});

test.each(['gh p_x', 'ghp_x\r\nx-evil: 1', '', 'ghp_ü'])(
  'a token like %j is rejected and never sent',
  async (token) => {
    const before = github.calls.length;
    const work = openRepositoryOn(github, {}, token).head();
    expect((await rejectionOf(work, token || 'no secret')).kind).toBe('refused');
    expect(github.calls).toHaveLength(before);
  },
);
