import { type SpawnSyncReturns, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { describeCircles } from './folder-graph.ts';

/**
 * Checks import directions, and first that the checks can see at all: a checker that reads no module passes everything.
 * Violations are planted, by value, by type alone and while running; each must be found. dependency-cruiser looks at the
 * server; its swc parser reads no JSX, so the app's one rule is Biome's (`noRestrictedImports`), and circles between
 * folders are found by scripts/folder-graph.ts.
 */
type Answer = { status: number | null; said: string };
type Check = (checkout: string) => Answer;

const answerOf = ({ status, stdout, stderr }: SpawnSyncReturns<string>): Answer => ({
  status,
  said: `${stdout}${stderr}`,
});
const cruise: Check = (cwd) =>
  answerOf(
    spawnSync('npx', ['depcruise', '--config', '.dependency-cruiser.cjs', 'server/src'], {
      cwd,
      encoding: 'utf8',
    }),
  );
const lint: Check = (cwd) =>
  answerOf(
    spawnSync('npx', ['biome', 'lint', '--colors=off', '--only=style/noRestrictedImports', 'web/src'], {
      cwd,
      encoding: 'utf8',
    }),
  );
const look =
  (root: string): Check =>
  (checkout) => {
    const circles = describeCircles(join(checkout, root));
    return { status: circles.length, said: circles.map((circle) => `${circle}\n`).join('') };
  };

/** Where no folder may import another in a circle. */
const withoutCircles: string[] = ['server/src', 'web/src'];

interface Plant {
  files: Record<string, string>;
  check: Check;
  sees: RegExp;
}

/** Two folders: `there` uses a value of `here`, and `here` goes back by `back`. */
const circle =
  (check: Check, root: string, extension: string) =>
  (name: string, back: string): Plant => ({
    files: {
      [`${root}/planted/${name}-here/start.${extension}`]: back.replace(
        'THERE',
        `../${name}-there/end.${extension}`,
      ),
      [`${root}/planted/${name}-there/end.${extension}`]: `import { start } from '../${name}-here/start.${extension}';\nexport type End = typeof start;\nexport const end = start;\n`,
    },
    check,
    sees: new RegExp(`circle in \\S+: planted/${name}-here, planted/${name}-there\n`),
  });
const serverCircle = circle(look('server/src'), 'server/src', 'ts');
const webCircle = circle(look('web/src'), 'web/src', 'tsx');

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
  serverCircle('value', "import { end } from 'THERE';\nexport const start = () => end;\n"),
  serverCircle('type', "import type { End } from 'THERE';\nexport const start = (end: End) => end;\n"),
  serverCircle('running', "export const start = () => import('THERE');\n"),
  serverCircle('type-in-place', "export const start = (end: import('THERE').End) => end;\n"),
  webCircle('value', "import { end } from 'THERE';\nexport const start = () => <p>{end}</p>;\n"),
  webCircle('type', "import type { End } from 'THERE';\nexport const start = (end: End) => <p>{end}</p>;\n"),
  webCircle('running', "export const start = () => <p onClick={() => import('THERE')} />;\n"),
  webCircle('passed-on', "export * from 'THERE';\nexport const start = <p />;\n"),
];

/** What the checks read. */
const READ = ['server/src', 'web/src', '.dependency-cruiser.cjs', 'biome.json', '.gitignore', 'package.json'];

/** In a copy, because others read these folders at the same time; all at once, so that each check runs once. */
function plantedAnswers() {
  const copy = mkdtempSync(join(tmpdir(), 'outstep-planted-'));
  try {
    for (const path of READ) cpSync(path, join(copy, path), { recursive: true });
    for (const path of ['node_modules', 'server/node_modules'])
      if (existsSync(path)) symlinkSync(resolve(path), join(copy, path));
    for (const [file, source] of plants.flatMap(({ files }) => Object.entries(files))) {
      mkdirSync(dirname(join(copy, file)), { recursive: true });
      writeFileSync(join(copy, file), source);
    }
    return new Map([...new Set(plants.map(({ check }) => check))].map((check) => [check, check(copy)]));
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

const answers = plantedAnswers();
for (const { files, check, sees } of plants) {
  const said = answers.get(check)?.said ?? '';
  if (sees.test(said)) continue;
  const [file, source] = Object.entries(files)[0] ?? [];
  console.error(`the import check does not see the violation planted in ${file}:\n${source}\n${said}`);
  process.exit(1);
}

for (const check of [cruise, lint, ...withoutCircles.map(look)]) {
  const { status, said } = check('.');
  if (status === 0) continue;
  console.error(said);
  process.exitCode = 1;
}
