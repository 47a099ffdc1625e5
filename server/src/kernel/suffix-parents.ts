// The list itself, which the package offers only to its own lookup; a test fails if a release moves it.
import { edgeChild, edgeLength, edgeStart, labelText, rulesRoot } from 'tldts/dist/cjs/src/data/trie.js';

function readParents(): ReadonlySet<string> {
  const parents = new Set<string>();
  const labelStart: number[] = [];
  let at = 0;
  for (const length of edgeLength) {
    labelStart.push(at);
    at += length;
  }
  const visit = (node: number, name: string) => {
    const [first = 0, end = 0] = [edgeStart[node], edgeStart[node + 1]];
    if (first < end) parents.add(name);
    for (let edge = first; edge < end; edge++) {
      const start = labelStart[edge] as number;
      const label = labelText.slice(start, start + (edgeLength[edge] as number));
      visit(edgeChild[edge] as number, name === '' ? label : `${label}.${name}`);
    }
  };
  visit(rulesRoot, '');
  return parents;
}

let parents: ReadonlySet<string> | null = null;

/** Whether there are public suffixes below a host: `s3.amazonaws.com` is one below `amazonaws.com`. */
export function hasPublicSuffixBelow(hostname: string): boolean {
  parents ??= readParents();
  return parents.has(hostname);
}
