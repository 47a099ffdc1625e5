import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { breakingChanges } from './compatibility.ts';

/**
 * Checks the API's promise: within `/api/v1` fields are added, never renamed or removed. Compares the
 * document with that of the last release: the one in its tag, or, if the clone has no tags, the copy kept
 * with the tests. `--keep` saves the current document as that of the release being made.
 */
const DOCUMENT = 'docs/openapi.json';
const KEPT = 'server/test/openapi/released.json';

/** Accepted breaking changes and false positives, each with its reason. */
const ACCEPTED_CHANGES: Record<string, string> = {};

const read = (text: string) => JSON.parse(text) as { info: { version: string } };

function lastTag(): string | null {
  try {
    const git = ['tag', '--list', 'v*', '--sort=-v:refname', '--merged', 'HEAD'];
    const output = execFileSync('git', git, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
    return output.split('\n')[0] || null;
  } catch {
    // An unpacked archive is not a repository.
    return null;
  }
}

const documentOf = (tag: string) =>
  execFileSync('git', ['show', `${tag}:${DOCUMENT}`], {
    encoding: 'utf8',
    maxBuffer: Number.POSITIVE_INFINITY,
  });

const current = read(readFileSync(DOCUMENT, 'utf8'));
if (process.argv.includes('--keep')) {
  writeFileSync(KEPT, `${JSON.stringify(current)}\n`);
} else {
  const kept = read(readFileSync(KEPT, 'utf8'));
  const tag = lastTag();
  const faults: string[] = [];
  if (tag !== null && tag !== `v${kept.info.version}`)
    faults.push(
      `${KEPT} is of ${kept.info.version}, the last release is ${tag}: keep its document with --keep`,
    );
  const breaks = breakingChanges(tag === null ? kept : read(documentOf(tag)), current);
  faults.push(...breaks.filter((each) => !(each in ACCEPTED_CHANGES)));
  for (const excuse of Object.keys(ACCEPTED_CHANGES))
    if (!breaks.includes(excuse)) faults.push(`excused, and not there: ${excuse}`);
  for (const fault of faults) console.error(fault);
  if (faults.length > 0) process.exitCode = 1;
}
