import { execFileSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { publishBlocker } from './package-rules.ts';

/** `npm run release:publish`: publishes the tarball in this folder with provenance, in the release workflow. */
const [tarball, another] = globSync('outstep-*.tgz');
if (tarball === undefined || another !== undefined)
  throw new Error('put exactly one tarball of a release into this folder');

const read = (name: string) =>
  JSON.parse(execFileSync('tar', ['-xOf', tarball, `package/${name}`], { encoding: 'utf8' }));

const isWorkflow = process.env['GITHUB_ACTIONS'] === 'true' && process.env['GITHUB_REF_TYPE'] === 'tag';
const reason = publishBlocker({
  version: read('package.json').version,
  build: read('build.json'),
  tag: isWorkflow ? (process.env['GITHUB_REF_NAME'] ?? null) : null,
});
if (reason !== null) throw new Error(`${tarball} must not be published: ${reason}`);
execFileSync('npm', ['publish', '--provenance', '--access', 'public', `./${tarball}`], { stdio: 'inherit' });
