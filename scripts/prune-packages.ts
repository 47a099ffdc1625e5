import { readFileSync, rmSync } from 'node:fs';
import { runtimeDependenciesOf } from './locked-packages.ts';

/**
 * Run by `Containerfile` after `npm ci --omit=dev`: npm keeps development tools that are optional peers of
 * the server's dependencies, such as a bundler, and their binaries.
 */
const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'));
const needed = [...runtimeDependenciesOf(packages, 'server').keys(), 'node_modules/outstep'];
for (const place of Object.keys(packages)) {
  const isNeeded = needed.some((each) => each === place || each.startsWith(`${place}/`));
  if (place.includes('node_modules/') && !isNeeded) rmSync(place, { recursive: true, force: true });
}
