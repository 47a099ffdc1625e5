import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';

/**
 * Checks import directions, and first that the checks can see at all: a checker that reads no module passes everything.
 * Violations are planted, by value and by type alone; each must be found. dependency-cruiser looks at the server;
 * its swc parser reads no JSX, so the app's one rule is Biome's (`noRestrictedImports`).
 */
const cruise = () =>
  spawnSync('npx', ['depcruise', '--config', '.dependency-cruiser.cjs', 'server/src'], { encoding: 'utf8' });
const lint = () => spawnSync('npx', ['biome', 'lint', '--colors=off', 'web/src'], { encoding: 'utf8' });

interface Plant {
  file: string;
  source: string;
  check: () => { stdout: string; stderr: string };
  sees: RegExp;
}

const plants: Plant[] = [
  {
    file: 'server/src/kernel/planted/by-value.ts',
    source: "import { operations } from '../../surfaces/operations.ts';\nexport const seen = operations;\n",
    check: cruise,
    sees: /kernel-knows-zod-alone: \S+by-value\.ts/,
  },
  {
    file: 'server/src/kernel/planted/by-type.ts',
    source:
      "import type { Database } from '../../adapters/postgres/database.ts';\nexport type Seen = Database;\n",
    check: cruise,
    sees: /kernel-knows-zod-alone: \S+by-type\.ts/,
  },
  {
    file: 'web/src/planted/store.tsx',
    source:
      "import type { Database } from '../../../server/src/adapters/postgres/database.ts';\nexport const Seen = (_: { of: Database }) => <p>seen</p>;\n",
    check: lint,
    sees: /store\.tsx\S* lint\/style\/noRestrictedImports/,
  },
];

const folderOf = (file: string) => file.slice(0, file.lastIndexOf('/'));

for (const { file, source, check, sees } of plants) {
  mkdirSync(folderOf(file), { recursive: true });
  writeFileSync(file, source);
  const { stdout, stderr } = check();
  rmSync(folderOf(file), { recursive: true });
  if (!sees.test(stdout + stderr)) {
    console.error(`the import check does not see the violation planted in ${file}:\n${stdout}${stderr}`);
    process.exit(1);
  }
}

const server = cruise();
process.stdout.write(server.stdout);
process.exitCode = server.status === 0 && lint().status === 0 ? 0 : 1;
