import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { buildFileOf } from './build-file.ts';

let folder: string;
const gitIdentity = ['-c', 'user.name=A', '-c', 'user.email=a@shop.example', '-c', 'commit.gpgsign=false'];
const git = (...args: string[]) =>
  execFileSync('git', [...gitIdentity, ...args], { cwd: folder, encoding: 'utf8' }).trim();

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'outstep-build-'));
  git('init', '-q');
  git('commit', '-q', '--allow-empty', '-m', 'first');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('a clean checkout of the tag is a release', () => {
  git('tag', 'v1.2.3');
  expect(buildFileOf(folder, '1.2.3')).toEqual({ commit: git('rev-parse', 'HEAD'), isRelease: true });
});

test.each([
  ['without a tag', () => undefined],
  ['with the tag of another version', () => git('tag', 'v1.2.4')],
  [
    'with a change that is not committed',
    () => {
      git('tag', 'v1.2.3');
      writeFileSync(join(folder, 'new.ts'), '');
    },
  ],
  [
    'one commit after the tag',
    () => {
      git('tag', 'v1.2.3');
      git('commit', '-q', '--allow-empty', '-m', 'second');
    },
  ],
])('%s is not a release', (_, prepare) => {
  prepare();
  expect(buildFileOf(folder, '1.2.3')).toEqual({ commit: git('rev-parse', 'HEAD'), isRelease: false });
});

test('outside of a repository the commit is unknown', () => {
  rmSync(join(folder, '.git'), { recursive: true });
  expect(buildFileOf(folder, '1.2.3')).toEqual({ commit: null, isRelease: false });
});
