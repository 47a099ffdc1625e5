import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { createGitHubHost } from '../../src/adapters/github/github-host.ts';
import type { RepositoryAccess } from '../../src/kernel/repository.ts';
import { type GitHub, startGitHub } from '../harness/github/github.ts';
import { rejectionOf } from './open-repository.ts';

let github: GitHub;
beforeAll(async () => {
  github = await startGitHub();
});
afterEach(() => {
  github.failing = null;
});
afterAll(() => github.close());

const hostOf = (app: { id: string; privateKey: string } | null = null) =>
  createGitHubHost({ apiUrl: github.url, app, userAgent: 'outstep/1.2.3' });
const AT = { owner: 'alder', repository: 'mails' };

test('writes no GitHub deprecation to the console', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  const outdated: typeof fetch = async (input, init) => {
    const answer = await fetch(input, init);
    const headers = new Headers(answer.headers);
    headers.set('deprecation', 'true');
    return new Response(answer.body, { status: answer.status, headers });
  };
  const host = createGitHubHost({ apiUrl: github.url, app: null, fetch: outdated });
  await host.connect(AT, { kind: 'token', token: github.token });
  expect(warn).not.toHaveBeenCalled();
  warn.mockRestore();
});

describe('connecting with a token', () => {
  const connect = (at: { repository?: string; branch?: string } = {}, token = github.token) =>
    hostOf().connect({ ...AT, ...at }, { kind: 'token', token });

  test('returns the default branch, leaves no commit on it, and identifies the caller', async () => {
    const before = github.calls.length;
    const head = await github.git(['rev-parse', 'main']);
    expect(await connect()).toEqual({ ...AT, branch: 'main' });
    expect(await github.git(['for-each-ref', '--format=%(refname) %(objectname)'])).toBe(
      `refs/heads/main ${head}`,
    );
    const calls = github.calls.slice(before);
    expect(calls.map(({ route }) => route.split(' ')[0])).toEqual(['GET', 'GET', 'POST']);
    for (const { headers } of calls)
      expect(headers).toMatchObject({
        'user-agent': 'outstep/1.2.3',
        'x-github-api-version': '2022-11-28',
        authorization: `Bearer ${github.token}`,
      });
  });

  test('returns the requested branch if it exists', async () => {
    await github.commitAsPerson({ branch: 'mails/live', files: { a: 'a' }, message: 'A' });
    expect(await connect({ branch: 'mails/live' })).toEqual({ ...AT, branch: 'mails/live' });
    await expect(connect({ branch: 'none' })).rejects.toMatchObject({
      kind: 'missing',
      message: "the branch none was not found in alder/mails: it does not exist, or the token can't see it",
    });
  });

  test('reports that an empty repository has no first commit', async () => {
    await github.createRepository({ owner: 'alder', name: 'empty', empty: true });
    await expect(connect({ repository: 'empty' })).rejects.toMatchObject({
      kind: 'missing',
      message: 'alder/empty is empty: it needs a first commit',
    });
  });

  test('rejects a read-only token, whichever way GitHub reports it', async () => {
    const token = github.access.createToken({ readOnly: true });
    const refusal = { kind: 'refused', message: expect.stringContaining('Contents: read and write') };
    await expect(connect({}, token)).rejects.toMatchObject(refusal);
    github.failing = { share: 1, kinds: ['not_found'], only: /^POST/ };
    await expect(connect()).rejects.toMatchObject(refusal);
  });

  test('finds no repository with a token for another one, and rejects an unknown token', async () => {
    const foreign = github.access.createToken({ repositories: ['birch/mails'] });
    await expect(connect({}, foreign)).rejects.toMatchObject({ kind: 'missing' });
    await expect(connect({}, 'github_pat_of_nobody')).rejects.toMatchObject({ kind: 'refused' });
    await expect(connect({ repository: 'nowhere' })).rejects.toMatchObject({ kind: 'missing' });
  });
});

describe('connecting through an installation of the app', () => {
  const accessOf = (installationId: number): RepositoryAccess => ({ kind: 'installation', installationId });
  const mints = () => github.calls.filter(({ route }) => route.startsWith('POST /app/'));

  test('uses one token for many calls, limited to the contents of this repository', async () => {
    const installed = github.access.install('alder');
    const host = hostOf(github.access.app);
    const before = mints().length;
    const place = await host.connect(AT, accessOf(installed));
    const repository = host.open(place, accessOf(installed));
    await Promise.all([repository.head(), repository.head(), repository.history('a', 1)]);
    const [mint, ...more] = mints().slice(before);
    expect(more).toEqual([]);
    expect(mint?.body).toEqual({ repositories: ['mails'], permissions: { contents: 'write' } });
    expect(github.calls.at(-1)?.headers.authorization).toMatch(/^Bearer ghs_/);
    await github.createRepository({ owner: 'alder', name: 'second' });
    await host.connect({ owner: 'alder', repository: 'second' }, accessOf(installed));
    expect(mints()).toHaveLength(before + 2);
  });

  test('concurrent calls wait for the same token', async () => {
    const installed = github.access.install('alder');
    const repository = hostOf(github.access.app).open({ ...AT, branch: 'main' }, accessOf(installed));
    const before = mints().length;
    await Promise.all(Array.from({ length: 8 }, () => repository.head()));
    expect(mints()).toHaveLength(before + 1);
  });

  test('does not reuse a token that expires soon', async () => {
    const installed = github.access.install('alder');
    const repository = hostOf(github.access.app).open({ ...AT, branch: 'main' }, accessOf(installed));
    const before = mints().length;
    github.access.installationTokenMs = 4 * 60_000;
    await repository.head();
    github.access.installationTokenMs = 3_600_000;
    await repository.head();
    await repository.head();
    expect(mints()).toHaveLength(before + 2);
  });

  test('replaces a token that GitHub no longer accepts after one failed call', async () => {
    const installed = github.access.install('alder');
    const repository = hostOf(github.access.app).open({ ...AT, branch: 'main' }, accessOf(installed));
    await repository.head();
    github.access.revoke(String(github.calls.at(-1)?.headers.authorization).replace('Bearer ', ''));
    expect((await rejectionOf(repository.head(), 'ghs_')).kind).toBe('away');
    expect(await repository.head()).toMatch(/^[0-9a-f]{40}$/);
  });

  test('refused if the app is uninstalled, missing if the repository is not selected', async () => {
    const host = hostOf(github.access.app);
    const gone = github.access.install('alder');
    github.access.uninstall(gone);
    await expect(host.connect(AT, accessOf(gone))).rejects.toMatchObject({
      kind: 'refused',
      message: 'our GitHub App is no longer installed there; install it again',
    });
    const chosen = github.access.install('alder', ['other']);
    await expect(host.connect(AT, accessOf(chosen))).rejects.toMatchObject({
      kind: 'missing',
      message: "our GitHub App can't access alder/mails: add it to the installation",
    });
    const foreign = github.access.install('birch');
    await expect(host.connect(AT, accessOf(foreign))).rejects.toMatchObject({ kind: 'missing' });
  });

  test('refused with another app’s key, and without an app', async () => {
    const installed = github.access.install('alder');
    const other = await startGitHub();
    const { privateKey } = other.access.app;
    await other.close();
    const wrong = hostOf({ id: github.access.app.id, privateKey });
    // Every JSON Web Token begins like this.
    const error = await rejectionOf(wrong.connect(AT, accessOf(installed)), 'eyJ');
    expect(error).toMatchObject({
      kind: 'refused',
      message: expect.stringContaining('rejected our GitHub App'),
    });
    await expect(hostOf().connect(AT, accessOf(installed))).rejects.toMatchObject({
      kind: 'refused',
      message: 'this service has no GitHub App: connect with a token',
    });
  });

  test('reports busy and away while a token is created', async () => {
    const installed = github.access.install('alder');
    const host = hostOf(github.access.app);
    github.failing = { share: 1, kinds: ['secondary_limit'], only: /^POST \/app/ };
    await expect(host.connect(AT, accessOf(installed))).rejects.toMatchObject({
      kind: 'busy',
      retryAfterMs: 45_000,
    });
    github.failing = { share: 1, kinds: ['server_error'], only: /^POST \/app/ };
    await expect(host.connect(AT, accessOf(installed))).rejects.toMatchObject({ kind: 'away' });
    github.failing = null;
    expect(await host.connect(AT, accessOf(installed))).toEqual({ ...AT, branch: 'main' });
  });
});
