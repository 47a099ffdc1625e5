import { describe, expect, test } from 'vitest';
import { coverageOf, specCoverage } from '../../../scripts/rule-coverage.ts';
import { findCitations } from './citations.ts';
import { note, section } from './rule.ts';
import { sections } from './rules.ts';

const file = 'server/src/a.test.ts';
const citationsIn = (text: string) => findCitations([{ file, text }]);
const provenIds = (text: string) => citationsIn(text).flatMap(({ id, proves }) => (proves ? [id] : []));

const someRules = [
  section('Doors', { 'Doors 1': 'A door opens', 'Doors 2': 'A door shuts' }),
  section('Weather', { 'Weather 1': note('It may rain', 'up to nobody') }),
];

describe('the inventory', () => {
  const rules = sections.flatMap((each) => each.rules);

  test('gives each id once', () => {
    const all = rules.map(({ id }) => id);
    expect(all.filter((id, index) => all.indexOf(id) !== index)).toEqual([]);
  });

  test('has ids that fit into a citation and statements that fit into a table', () => {
    for (const { id, says } of rules) {
      expect(id).toMatch(/^[A-Za-z][^,;()|]*[^,;()|\s]$/);
      expect(says).toMatch(/^[^|\n]+[^|\n.]$/);
    }
  });

  test('keeps notes rare', () => {
    expect(rules.filter(({ noteReason }) => noteReason !== undefined).length).toBeLessThan(rules.length / 20);
  });

  test('contains every rule that the tests of this project cite', () => {
    expect(specCoverage(`${import.meta.dirname}/../../..`)).toContain(`${rules.length} rules. `);
  });
});

describe('citations', () => {
  test.each([
    ['single quotes', `test('opens (spec: Doors 1)', () => {})`],
    ['double quotes', `it("opens (spec: Doors 1)", async () => {})`],
    ['a template', `test(\`opens \${x} (spec: Doors 1)\`, () => {})`],
    ['a sum', `test('opens ' + 'wide (spec: Doors 1)', () => {})`],
    ['each with a list', `test.each([['a', 1]] as const)('opens %s (spec: Doors 1)', () => {})`],
    ['each with a template', `test.concurrent.each\`a\n\${1}\`('opens $a (spec: Doors 1)', () => {})`],
    ['a loop', `for (const x of xs) { if (x) test('opens (spec: Doors 1)', () => {}); }`],
    ['a condition', `test.skipIf(!docker)('opens (spec: Doors 1)', () => {})`],
    ['options', `test('opens (spec: Doors 1)', { timeout: 5 }, () => {})`],
    ['a test of the night', `nightlyOnly('opens (spec: Doors 1)', async () => {})`],
    ['describe', `describe('opens (spec: Doors 1)', () => { test('wide', () => {}); })`],
  ])('are found in %s', (_, text) => {
    expect(provenIds(text)).toEqual(['Doors 1']);
  });

  test('are several in one title, and the title is shown without them, below its describe', () => {
    const text = `describe('doors', () => { test('turn (spec: Doors 1; Doors 2)', () => {}); });`;
    expect(citationsIn(text)).toEqual([
      { id: 'Doors 1', file, title: 'doors › turn', proves: true },
      { id: 'Doors 2', file, title: 'doors › turn', proves: true },
    ]);
  });

  test.each([
    ['in a comment', `// test('opens (spec: Doors 1)', () => {})`],
    ['in a string', `const text = "test('opens (spec: Doors 1)', () => {})";`],
    ['in a skipped test', `test.skip('opens (spec: Doors 1)', () => {})`],
    ['in a test that shall fail', `test.fails('opens (spec: Doors 1)', () => {})`],
    ['in a test without a body', `test('opens (spec: Doors 1)')`],
    ['in a skipped describe', `describe.skip('a', () => { test('opens (spec: Doors 1)', () => {}); })`],
    ['in a describe without a live test', `describe('a (spec: Doors 1)', () => { test.todo('b'); })`],
  ])('%s do not count', (_, text) => {
    expect(provenIds(text)).toEqual([]);
  });

  test('that cannot be read are rejected, naming the file', () => {
    expect(() => citationsIn(`test('opens [spec: Doors 1]', () => {})`)).toThrow(`${file}: cannot read`);
    expect(() => citationsIn(`myTest('opens (spec: Doors 1)', () => {})`)).toThrow(`${file}: "opens`);
  });

  test.each(['test', 'test.skip'])('of an unknown rule in a %s are rejected, naming file and id', (call) => {
    const text = `${call}('opens (spec: Doors 1, Doors 2)', () => {})`;
    expect(() => coverageOf([{ file, text }], someRules)).toThrow(
      `${file}: "opens" cites the unknown rule "Doors 1, Doors 2"`,
    );
  });
});

describe('the page', () => {
  const opens = { file, text: `test('opens | wide (spec: Doors 1)', () => {})` };

  test('counts, marks what is open and gives the reason of a note', () => {
    const page = coverageOf([opens], someRules);
    expect(page).toContain('3 rules. Proven: 1. Open: 1. Notes: 1.');
    expect(page).toContain(
      '| Doors 1 | A door opens | [a.test.ts](../server/src/a.test.ts): opens \\| wide |',
    );
    expect(page).toContain('| Doors 2 | A door shuts | **open** |');
    expect(page).toContain('| Weather 1 | It may rain | note: up to nobody |');
  });

  test('lists four tests of a rule and counts the others', () => {
    const text = [1, 2, 3, 4, 5, 6].map((n) => `test('try ${n} (spec: Doors 1)', () => {});`).join('\n');
    const page = coverageOf([{ file, text }], someRules);
    expect(page).toContain('try 4<br>and 2 more |');
    expect(page).not.toContain('try 5');
  });

  test('does not depend on the order of the files', () => {
    const other = { file: 'server/test/b.test.ts', text: `test('opens too (spec: Doors 1)', () => {})` };
    expect(coverageOf([other, opens], someRules)).toBe(coverageOf([opens, other], someRules));
  });
});
