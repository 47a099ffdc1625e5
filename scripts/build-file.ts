import { execFileSync } from 'node:child_process';
import type { BuildFile } from '../server/src/processes/build.ts';

/**
 * In a container the checkout may belong to another user, and git does not trust such a checkout by default.
 */
function git(root: string, ...args: string[]): string | null {
  try {
    return execFileSync('git', ['-c', `safe.directory=${root}`, ...args], {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  } catch {
    return null;
  }
}

/** A release is made from a clean checkout of the tag `v<version>`; everything else is a development build. */
export function buildFileOf(root: string, version: string): BuildFile {
  const commit = git(root, 'rev-parse', 'HEAD');
  const isClean = git(root, 'status', '--porcelain') === '';
  const tags = (git(root, 'tag', '--points-at', 'HEAD') ?? '').split('\n');
  return { commit, isRelease: isClean && tags.includes(`v${version}`) };
}
