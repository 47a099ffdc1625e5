import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { designsDocument } from '../server/src/features/rendering/design/designs-document.ts';
import { toolsDocument } from '../server/src/surfaces/mcp/tools-document.ts';
import { openApiDocument } from '../server/src/surfaces/openapi/document.ts';
import { errorsDocument } from '../server/src/surfaces/openapi/errors-document.ts';
import { operations } from '../server/src/surfaces/operations.ts';
import { platformActions } from '../server/src/surfaces/platform-actions.ts';
import { adrIndex } from './adr-index.ts';
import { contractCoverage, specCoverage } from './rule-coverage.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** The address and version of the product in the documents that are kept in the repository. */
const { version: release }: { version: string } = JSON.parse(
  await readFile(`${root}server/package.json`, 'utf8'),
);
const documented = { release, baseUrl: 'http://localhost:3000' };

const files: Record<string, () => string> = {
  'docs/openapi.json': () =>
    `${JSON.stringify(openApiDocument(operations, platformActions, documented), null, 2)}\n`,
  'docs/tools.md': () => toolsDocument(operations),
  'docs/errors.md': () => errorsDocument(),
  'docs/guides/designs.md': () => designsDocument(),
  'docs/spec-coverage.md': () => specCoverage(root),
  'docs/contract-coverage.md': () => contractCoverage(root),
  'docs/adr/README.md': () => adrIndex(root),
};

const checking = process.argv.includes('--check');
for (const [name, make] of Object.entries(files)) {
  const made = make();
  const kept = await readFile(root + name, 'utf8').catch(() => '');
  if (made === kept) continue;
  if (checking) {
    console.error(`${name} is out of date: run npm run generate`);
    process.exitCode = 1;
  } else {
    await writeFile(root + name, made);
    console.log(`wrote ${name}`);
  }
}
