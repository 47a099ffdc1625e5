import { type SpawnSyncReturns, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { describeCycles } from './folder-graph.ts';

/**
 * Checks import directions, after checking that the checks work: a checker that reads no module passes
 * everything. Violations are planted, as value imports, type imports and dynamic imports; each must be found.
 * dependency-cruiser checks the server; its swc parser reads no JSX, so Biome (`noRestrictedImports`) keeps
 * the app from importing the server by relative path, and the type check rejects what `exports` of
 * server/package.json does not share. Cycles between folders are found by scripts/folder-graph.ts.
 */
type CheckResult = { status: number | null; output: string };
type Check = (checkout: string) => CheckResult;

const answerOf = ({ status, stdout, stderr }: SpawnSyncReturns<string>): CheckResult => ({
  status,
  output: `${stdout}${stderr}`,
});
const runDependencyCruiser: Check = (cwd) =>
  answerOf(
    spawnSync('npx', ['depcruise', '--config', '.dependency-cruiser.cjs', 'server/src'], {
      cwd,
      encoding: 'utf8',
    }),
  );
const lint: Check = (cwd) =>
  answerOf(
    spawnSync(
      'npx',
      ['biome', 'lint', '--colors=off', '--only=style/noRestrictedImports', 'server/src', 'web/src'],
      {
        cwd,
        encoding: 'utf8',
      },
    ),
  );
/** Reads only planted files: `npm run typecheck` reads all others. */
const compile: Check = (cwd) =>
  answerOf(
    spawnSync('npx', ['tsc', '-p', 'web/src/planted', '--pretty', 'false'], { cwd, encoding: 'utf8' }),
  );
const runCheck =
  (root: string): Check =>
  (checkout) => {
    const circles = describeCycles(join(checkout, root));
    return { status: circles.length, output: circles.map((circle) => `${circle}\n`).join('') };
  };

/** Folders without import cycles between their subfolders. */
const withoutCircles: string[] = ['server/src', 'web/src'];

interface PlantedViolation {
  files: Record<string, string>;
  check: Check;
  sees: RegExp;
}

/** Two folders: `there` uses a value of `here`, and `here` imports from `there` by the statement `back`. */
const circle =
  (check: Check, root: string, extension: string) =>
  (name: string, back: string): PlantedViolation => ({
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
const serverCircle = circle(runCheck('server/src'), 'server/src', 'ts');
const webCircle = circle(runCheck('web/src'), 'web/src', 'tsx');

/** A module that the app must not import by package name either. */
const unshared = (name: string, path: string): PlantedViolation => ({
  files: {
    [`web/src/planted/${name}.ts`]: `import type * as planted from 'outstep/${path}';\nexport type Seen = typeof planted;\n`,
    'web/src/planted/tsconfig.json': JSON.stringify({
      extends: '../../tsconfig.json',
      compilerOptions: { types: [] },
      include: ['unshared-*.ts'],
    }),
  },
  check: compile,
  sees: new RegExp(`${name}\\.ts\\S* error TS2307: Cannot find module 'outstep/`),
});

const plants: PlantedViolation[] = [
  {
    files: {
      'server/src/kernel/planted/by-value.ts':
        "import { operations } from '../../surfaces/operations.ts';\nexport const seen = operations;\n",
    },
    check: runDependencyCruiser,
    sees: /kernel-knows-zod-alone: \S+by-value\.ts/,
  },
  {
    files: {
      'server/src/kernel/planted/by-type.ts':
        "import type { Database } from '../../adapters/postgres/database.ts';\nexport type Seen = Database;\n",
    },
    check: runDependencyCruiser,
    sees: /kernel-knows-zod-alone: \S+by-type\.ts/,
  },
  {
    files: {
      'web/src/planted/relative.tsx':
        "import type { Json } from '../../../server/src/kernel/json.ts';\nexport const Seen = (_: { of: Json }) => <p>seen</p>;\n",
    },
    check: lint,
    sees: /relative\.tsx\S* lint\/style\/noRestrictedImports/,
  },
  unshared('unshared-adapter', 'adapters/postgres/database.ts'),
  unshared('unshared-store', 'features/access/audit/audit.store.ts'),
  unshared('unshared-operation', 'features/access/audit/audit-log.op.ts'),
  unshared('unshared-kernel', 'kernel/ports.ts'),
  {
    files: {
      'server/src/features/planted/own-name.ts':
        "import type { Page } from 'outstep/kernel/page.ts';\nexport type Seen = Page<string>;\n",
    },
    check: lint,
    sees: /own-name\.ts\S* lint\/style\/noRestrictedImports/,
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

/** Paths that the checks read. */
const READ = [
  ...['server/src', 'web/src', 'web/tsconfig.json', 'tsconfig.base.json'],
  ...['.dependency-cruiser.cjs', 'biome.json', '.gitignore', 'package.json'],
];

/**
 * In a copy, because other processes read these folders at the same time; all violations at once, so that
 * each check runs once.
 */
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
  const output = answers.get(check)?.output ?? '';
  if (sees.test(output)) continue;
  const [file, source] = Object.entries(files)[0] ?? [];
  console.error(`the import check does not see the violation planted in ${file}:\n${source}\n${output}`);
  process.exit(1);
}

for (const check of [runDependencyCruiser, lint, ...withoutCircles.map(runCheck)]) {
  const { status, output } = check('.');
  if (status === 0) continue;
  console.error(output);
  process.exitCode = 1;
}
