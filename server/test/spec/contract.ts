/** The rules of `docs/contract.md`: how many each heading has. */
export type Contract = ReadonlyMap<string, number>;

/** Reads headings and numbered rules; a number out of turn would move what is cited. */
export function readContract(text: string): Contract {
  const rules = new Map<string, number>();
  let heading = '';
  for (const line of text.split('\n')) {
    const [, opened] = /^## (.+)$/.exec(line) ?? [];
    if (opened !== undefined) {
      if (rules.has(opened)) throw new Error(`"${opened}" is there twice`);
      heading = opened;
      rules.set(heading, 0);
    }
    const [, number] = /^(\d+)\. /.exec(line) ?? [];
    if (number === undefined) continue;
    const next = (rules.get(heading) ?? 0) + 1;
    if (Number(number) !== next) throw new Error(`${heading} ${number} stands where ${next} is expected`);
    rules.set(heading, next);
  }
  return rules;
}

const CITATION = /\(contract:\s([^()]*)\)/g;
const CITED = /^(.+?) (\d+(?:(?: to |, )\d+)*)$/;

/** What is wrong with the citations of a text: a form that cannot be read, a heading or a rule that is not there. */
export function wrongCitations(text: string, rules: Contract): string[] {
  // A comment may break a citation over two lines.
  const flat = text.replaceAll(/\s*\n\s*(?:\*|\/\/)?\s*/g, ' ');
  const unreadable = flat.replaceAll(CITATION, '').match(/\bcontract: [A-Z].{0,40}/g) ?? [];
  const cited = [...flat.matchAll(CITATION)].flatMap(([, ids = '']) => ids.split(';').map((id) => id.trim()));
  return [
    ...unreadable.map((found) => `cannot read "${found}"`),
    ...cited.filter((id) => !isRule(id, rules)).map((id) => `no rule "${id}"`),
  ];
}

function isRule(id: string, rules: Contract): boolean {
  const [, heading = '', numbers = ''] = CITED.exec(id) ?? [];
  const last = rules.get(heading) ?? 0;
  return (
    numbers !== '' && numbers.split(/ to |, /).every((each) => Number(each) >= 1 && Number(each) <= last)
  );
}
