import type { Section } from './rule.ts';

/**
 * Reads headings and numbered rules of `docs/contract.md`; a number out of sequence would shift citations.
 */
export function readContract(text: string): Section[] {
  const sections: Section[] = [];
  for (const line of text.split('\n')) {
    const [, opened] = /^## (.+)$/.exec(line) ?? [];
    if (opened !== undefined) {
      if (sections.some(({ title }) => title === opened)) throw new Error(`"${opened}" is there twice`);
      sections.push({ title: opened, rules: [] });
    }
    const [, number, says = ''] = /^(\d+)\. (.*)$/.exec(line) ?? [];
    const section = sections.at(-1);
    if (number === undefined || section === undefined) continue;
    const next = section.rules.length + 1;
    if (Number(number) !== next)
      throw new Error(`${section.title} ${number} stands where ${next} is expected`);
    const rule = { id: `${section.title} ${next}`, says: firstSentence(says) };
    // A retired rule keeps its number, and no test proves it.
    section.rules.push(/^Retired\b/.test(says) ? { ...rule, noteReason: 'retired' } : rule);
  }
  return sections;
}

/** As much of a rule as a table has room for; links are left to the contract itself. */
const firstSentence = (rule: string) =>
  (rule.split(/(?<=[.:;])\s(?![^`]*`(?:[^`]*`[^`]*`)*[^`]*$)/)[0] ?? '')
    .replaceAll(/ \(\[[^\]]*\]\([^)]*\)\)|\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll('|', '\\|')
    .replace(/[.:;]$/, '');

const CITATION = /\(contract:\s([^()]*)\)/g;

/** The rules that comments of a source file cite. */
export const citedRules = (text: string) =>
  [...flat(text).matchAll(CITATION)].flatMap(([, ids = '']) => ids.split(';').map((id) => id.trim()));

/**
 * What is wrong with the citations in a text: unreadable syntax, or a heading or rule that doesn't exist.
 * Each rule is written out on one line after `contract:`, because `git grep 'contract:.*Fields 4'` does not
 * find it in `Fields 3, 4`, in `Fields 3 to 5`, or across two lines.
 */
export function wrongCitations(text: string, sections: readonly Section[]): string[] {
  const unreadable =
    flat(text)
      .replaceAll(CITATION, '')
      .match(/\bcontract: [A-Z].{0,40}/g) ?? [];
  const broken = text.match(/\(contract:(?:[^()\n]*)\n[^()]*\)/g) ?? [];
  const known = new Set(sections.flatMap(({ rules }) => rules.map(({ id }) => id)));
  return [
    ...unreadable.map((found) => `cannot read "${found}"`),
    ...broken.map((found) => `more than one line: "${found}"`),
    ...citedRules(text)
      .filter((id) => !known.has(id))
      .map((id) => `no rule "${id}"`),
  ];
}

/** A citation that is broken over two lines is read too, so that it can be named. */
const flat = (text: string) => text.replaceAll(/\s*\n\s*(?:\*|\/\/)?\s*/g, ' ');
