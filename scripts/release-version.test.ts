import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const read = (file: string) => readFileSync(file, 'utf8');
const { version }: { version: string } = JSON.parse(read('package.json'));

test.each(['server', 'web'])('%s has the version of the workspace, also in the lock file', (name) => {
  const lock = JSON.parse(read('package-lock.json'));
  expect([JSON.parse(read(`${name}/package.json`)).version, lock.packages[name].version]).toEqual([
    version,
    version,
  ]);
});

test('the changelog has a dated section for it', () => {
  expect(read('CHANGELOG.md')).toMatch(new RegExp(`^## ${version} - \\d{4}-\\d{2}-\\d{2}$`, 'm'));
});

test('guides and manifests name its tarball and its image', () => {
  const named = globSync(['README.md', 'docs/*.md', 'docs/guides/*.md', 'deploy/**/*.yaml']).flatMap((file) =>
    [
      ...read(file).matchAll(/outstep[-:](\d+\.\d+\.\d+)\b|name(?:: |=)outstep\b[^}\n]*\n?\s*newTag: (\S+)/g),
    ].map(([, tag, newTag]) => `${file}: ${tag ?? newTag}`),
  );
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter((each) => !each.endsWith(`: ${version}`))).toEqual([]);
});
