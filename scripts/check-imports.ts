import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { describeCircles } from './folder-graph.ts';

/**
 * Checks import directions, and first that the checks can see at all: a checker that reads no module passes everything.
 * Violations are planted, by value, by type alone and while running; each must be found. dependency-cruiser looks at the
 * server; its swc parser reads no JSX, so the app's one rule is Biome's (`noRestrictedImports`), and circles between
 * folders are found by scripts/folder-graph.ts.
 */
const cruise = () =>
  spawnSync('npx', ['depcruise', '--config', '.dependency-cruiser.cjs', 'server/src'], { encoding: 'utf8' });
const lint = () => spawnSync('npx', ['biome', 'lint', '--colors=off', 'web/src'], { encoding: 'utf8' });
const look = (root: string) => () => ({ stdout: describeCircles(root).join('\n'), stderr: '' });

/** Where no folder may import another in a circle. */
const withoutCircles: string[] = ['server/src', 'web/src'];

interface Plant {
  files: Record<string, string>;
  check: () => { stdout: string; stderr: string };
  sees: RegExp;
}

/** Two folders: `there` uses a value of `here`, and `here` goes back by `back`. */
const circle = (root: string, extension: string, back: string): Plant => ({
  files: {
    [`${root}/planted/here/start.${extension}`]: back,
    [`${root}/planted/there/end.${extension}`]: `import { start } from '../here/start.${extension}';\nexport type End = typeof start;\nexport const end = start;\n`,
  },
  check: look(root),
  sees: /circle in \S+: planted\/here, planted\/there\n/,
});

const plants: Plant[] = [
  {
    files: {
      'server/src/kernel/planted/by-value.ts':
        "import { operations } from '../../surfaces/operations.ts';\nexport const seen = operations;\n",
    },
    check: cruise,
    sees: /kernel-knows-zod-alone: \S+by-value\.ts/,
  },
  {
    files: {
      'server/src/kernel/planted/by-type.ts':
        "import type { Database } from '../../adapters/postgres/database.ts';\nexport type Seen = Database;\n",
    },
    check: cruise,
    sees: /kernel-knows-zod-alone: \S+by-type\.ts/,
  },
  {
    files: {
      'web/src/planted/store.tsx':
        "import type { Database } from '../../../server/src/adapters/postgres/database.ts';\nexport const Seen = (_: { of: Database }) => <p>seen</p>;\n",
    },
    check: lint,
    sees: /store\.tsx\S* lint\/style\/noRestrictedImports/,
  },
  circle('server/src', 'ts', "import { end } from '../there/end.ts';\nexport const start = () => end;\n"),
  circle(
    'server/src',
    'ts',
    "import type { End } from '../there/end.ts';\nexport const start = (end: End) => end;\n",
  ),
  circle('server/src', 'ts', "export const start = () => import('../there/end.ts');\n"),
  circle('server/src', 'ts', "export const start = (end: import('../there/end.ts').End) => end;\n"),
  circle(
    'web/src',
    'tsx',
    "import { end } from '../there/end.tsx';\nexport const start = () => <p>{end}</p>;\n",
  ),
  circle(
    'web/src',
    'tsx',
    "import type { End } from '../there/end.tsx';\nexport const start = (end: End) => <p>{end}</p>;\n",
  ),
  circle('web/src', 'tsx', "export const start = () => <p onClick={() => import('../there/end.tsx')} />;\n"),
  circle('web/src', 'tsx', "export * from '../there/end.tsx';\nexport const start = <p />;\n"),
];

for (const { files, check, sees } of plants) {
  const folders = Object.keys(files).map((file) => file.replace(/\/planted\/.*/, '/planted'));
  for (const [file, source] of Object.entries(files)) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, source);
  }
  const { stdout, stderr } = check();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  if (!sees.test(stdout + stderr)) {
    const [file, source] = Object.entries(files)[0] ?? [];
    console.error(
      `the import check does not see the violation planted in ${file}:\n${source}\n${stdout}${stderr}`,
    );
    process.exit(1);
  }
}

const server = cruise();
process.stdout.write(server.stdout);
const circles = withoutCircles.flatMap(describeCircles);
if (circles.length > 0) console.error(circles.join('\n'));
process.exitCode = server.status === 0 && lint().status === 0 && circles.length === 0 ? 0 : 1;
