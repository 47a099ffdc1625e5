import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { citingFiles, contractCoverage } from '../../../scripts/rule-coverage.ts';
import { citedRules, readContract, wrongCitations } from './contract.ts';

const root = join(import.meta.dirname, '../../..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');

const doors = readContract(
  '## Doors\n\n1. They open.\n2. They shut.\n3. They creak.\n\n## Gates, old\n\n1. One.\n',
);
/** Assembled here, so that this file contains no citation of a missing rule. */
const citing = (ids: string) => wrongCitations(`/** Why ${`(${'contract'}: ${ids})`}. */`, doors);

describe('citations of the contract', () => {
  test('name existing headings and rules', () => {
    const contract = readContract(read('docs/contract.md'));
    const files = citingFiles.flatMap((pattern) => globSync(pattern, { cwd: root }));
    const wrong = files.flatMap((file) =>
      wrongCitations(read(file), contract).map((each) => `${file}: ${each}`),
    );
    expect(wrong).toEqual([]);
    expect(files.filter((file) => /\(contract: /.test(read(file))).length).toBeGreaterThan(10);
  });

  test('are read one by one and several at once', () => {
    for (const ids of ['Doors 1', 'Doors 1; Doors 3', 'Gates, old 1; Doors 2'])
      expect(citing(ids)).toEqual([]);
    expect(citedRules(`// ${`(${'contract'}: Doors 1; Gates, old 1)`}`)).toEqual(['Doors 1', 'Gates, old 1']);
  });

  test('fail for an unknown heading or rule, or one split over lines', () => {
    for (const ids of [
      'Doors 4',
      'Doors 0',
      'Doors 1, 2',
      'Doors 1 to 2',
      'Doors',
      'Windows 1',
      'Doors 1; Doors 5',
    ])
      expect(citing(ids)).toHaveLength(1);
    for (const ids of ['Doors\n * 2', '\n * Doors 2', 'Doors 1;\n * Doors 2'])
      expect(citing(ids)).toEqual([expect.stringContaining('more than one line')]);
    expect(wrongCitations(`/** ${'contract'}: Doors 1 */`, doors)).toEqual([
      expect.stringContaining('cannot read'),
    ]);
  });

  test('exist in a test and a source file for every rule', () => {
    const rules = readContract(read('docs/contract.md')).flatMap((section) => section.rules);
    expect(contractCoverage(root)).toContain(`${rules.length} rules. Proven: ${rules.length}. Open: 0.`);
  });

  test('are required for every rule', () => {
    const folder = mkdtempSync(join(tmpdir(), 'contract-'));
    const write = (file: string, text: string) => {
      mkdirSync(join(folder, dirname(file)), { recursive: true });
      writeFileSync(join(folder, file), text);
    };
    const cited = (rule: string) => `(${'contract'}: ${rule})`;
    const rules = '1. They open: wide.\n2. They shut.\n3. They creak.\n4. Retired: they slammed.\n';
    write('docs/contract.md', `## Doors\n\n${rules}`);
    write('server/src/doors.ts', `/** Opens ${cited('Doors 1; Doors 2')}. */`);
    write('server/src/doors.test.ts', `test('opens ${cited('Doors 1; Doors 3')}', () => {});`);
    try {
      expect(() => contractCoverage(folder)).toThrow(
        'docs/contract.md: no test cites Doors 2; no source file cites Doors 3',
      );
      write('server/src/creak.ts', `// ${cited('Doors 3')}`);
      write('web/src/shut.test.ts', `test('shuts ${cited('Doors 2')}', () => {});`);
      expect(contractCoverage(folder)).toContain(
        '| Doors 1 | They open | [doors.ts](../server/src/doors.ts) | [doors.test.ts](../server/src/doors.test.ts): opens |',
      );
      write('docs/guide.md', `See ${cited('Doors 5')}.`);
      expect(() => contractCoverage(folder)).toThrow('docs/guide.md: no rule "Doors 5"');
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  test('cannot shift: rules are numbered consecutively, and headings are unique', () => {
    expect(() => readContract('## Doors\n1. One.\n3. Three.\n')).toThrow(
      'Doors 3 stands where 2 is expected',
    );
    expect(() => readContract('## Doors\n\n## Doors\n')).toThrow('"Doors" is there twice');
  });
});
