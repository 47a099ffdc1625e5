import { inspect } from 'node:util';
import { expect } from 'vitest';
import { createGitHubHost } from '../../src/adapters/github/github-host.ts';
import { type ReadLimits, RepositoryError } from '../../src/kernel/repository.ts';
import type { GitHub } from '../harness/github/github.ts';

export const author = {
  name: 'Petra Person',
  email: 'petra@shop.test',
  at: new Date('2026-03-04T05:06:07.890Z'),
};
export const FOLDER = 'outstep/one';
export const all: ReadLimits = { wanted: () => true, maxFiles: 50, maxBytes: 10_000 };

export const hostOf = (github: GitHub, options: { timeoutMs?: number } = {}) =>
  createGitHubHost({ apiUrl: github.url, app: null, ...options });

type RepositoryLocation = { owner?: string; repository?: string; branch?: string };

/** Uses the token with all permissions unless another is given. */
export const openRepositoryOn = (github: GitHub, place: RepositoryLocation = {}, token = github.token) =>
  hostOf(github).open(
    { owner: 'alder', repository: 'mails', branch: 'main', ...place },
    { kind: 'token', token },
  );

let repositoryCount = 0;
/** A separate repository, for tests that count its content. */
export async function createRepositoryOn(github: GitHub) {
  repositoryCount += 1;
  const held = await github.createRepository({ owner: 'alder', name: `own-${repositoryCount}` });
  return { held, repository: openRepositoryOn(github, { repository: held.name }) };
}

/** Returns the error it rejects with, after checking that the secret isn't in it. */
export async function rejectionOf(work: Promise<unknown>, secret: string): Promise<RepositoryError> {
  const error = await work.then(
    (value) => expect.fail(`expected trouble, got ${inspect(value)}`),
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(RepositoryError);
  const trouble = error as RepositoryError;
  const shown = inspect(trouble, { depth: 10, showHidden: true }) + trouble.stack;
  expect(shown).not.toContain(secret);
  expect(shown.toLowerCase()).not.toContain('bearer');
  expect(trouble.cause).toBeUndefined();
  expect(trouble.message).not.toMatch(/https?:/);
  return trouble;
}
