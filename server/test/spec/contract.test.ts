import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readContract, wrongCitations } from './contract.ts';

const root = join(import.meta.dirname, '../../..');
const cites = [
  '{server,web}/src/**/*.{ts,tsx}',
  '{server/test,bench,scripts}/**/*.ts',
  'docs/**/*.md',
  '*.md',
];
const read = (file: string) => readFileSync(join(root, file), 'utf8');

const doors = readContract(
  '## Doors\n\n1. They open.\n2. They shut.\n3. They creak.\n\n## Gates, old\n\n1. One.\n',
);
/** Put together here, so that this file cites nothing that is not there. */
const citing = (ids: string) => wrongCitations(`/** Why ${`(${'contract'}: ${ids})`}. */`, doors);

describe('citations of the contract', () => {
  test('name headings and rules that are there', () => {
    const contract = readContract(read('docs/contract.md'));
    const files = cites.flatMap((pattern) => globSync(pattern, { cwd: root }));
    const wrong = files.flatMap((file) =>
      wrongCitations(read(file), contract).map((each) => `${file}: ${each}`),
    );
    expect(wrong).toEqual([]);
    expect(files.filter((file) => /\(contract: /.test(read(file))).length).toBeGreaterThan(10);
  });

  test('are read one, several and from one to another', () => {
    for (const ids of ['Doors 1', 'Doors 1, 3', 'Doors 1 to 3', 'Gates, old 1; Doors 2', 'Doors\n * 2'])
      expect(citing(ids)).toEqual([]);
  });

  test('fail where heading or rule is not there, or the form cannot be read', () => {
    for (const ids of ['Doors 4', 'Doors 0', 'Doors 2 to 4', 'Doors', 'Windows 1', 'Doors 1; Gates, old 2'])
      expect(citing(ids)).toHaveLength(1);
    expect(wrongCitations(`/** ${'contract'}: Doors 1 */`, doors)).toEqual([
      expect.stringContaining('cannot read'),
    ]);
  });

  test('cannot move: rules are numbered in turn, headings are there once', () => {
    expect(() => readContract('## Doors\n1. One.\n3. Three.\n')).toThrow(
      'Doors 3 stands where 2 is expected',
    );
    expect(() => readContract('## Doors\n\n## Doors\n')).toThrow('"Doors" is there twice');
  });
});
