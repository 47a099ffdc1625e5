import { anyCase } from './automaton.rules.ts';

/** Words are looked up by their first characters. */
const LEAD = 3;
const MASK = 0x7fff;
/** After three characters, the first of them has been shifted out. */
const next = (lead: number, code: number) => ((lead << 5) ^ code) & MASK;

const folded = (word: string) =>
  Uint16Array.from(word.split(''), (sign) => anyCase[sign.charCodeAt(0)] as number);

interface WordCodes {
  codes: Uint16Array;
  list: number;
}

/** For shorter text, copying takes longer than it saves. */
const SHORT = 64;

/** Iterating over codes takes a third of the time of iterating over a string. */
function codesOf(text: string): Uint16Array {
  if (text.length >= SHORT) {
    const bytes = Buffer.from(text, 'utf16le');
    return new Uint16Array(bytes.buffer, bytes.byteOffset, text.length);
  }
  const codes = new Uint16Array(text.length);
  for (let i = 0; i < text.length; i++) codes[i] = text.charCodeAt(i);
  return codes;
}

const isAt = (codes: Uint16Array, from: number, word: Uint16Array) => {
  if (from + word.length > codes.length) return false;
  for (let i = LEAD; i < word.length; i++) if (anyCase[codes[from + i] as number] !== word[i]) return false;
  return true;
};

/**
 * For each list, finds where one of its words may begin, in any letter case, in a single pass for all lists.
 * A pattern that begins with one of these words needs to be tried only there. Words must have at least three
 * characters, and a space matches any white space. There may be false positives.
 */
export function wordStartsFor(lists: readonly (readonly string[])[]): (text: string) => number[][] {
  const byLead: (WordCodes[] | undefined)[] = [];
  const isLead = new Uint8Array(MASK + 1);
  lists.forEach((words, list) => {
    for (const word of words) {
      const codes = folded(word);
      const lead = codes.subarray(0, LEAD).reduce(next, 0);
      isLead[lead] = 1;
      byLead[lead] = [...(byLead[lead] ?? []), { codes, list }];
    }
  });
  return (text) => {
    const starts: number[][] = lists.map(() => []);
    const codes = codesOf(text);
    let lead = 0;
    for (let i = 0; i < codes.length; i++) {
      lead = next(lead, anyCase[codes[i] as number] as number);
      if (isLead[lead] === 0 || i < LEAD - 1) continue;
      const from = i - LEAD + 1;
      for (const { codes: word, list } of byLead[lead] as WordCodes[])
        if (starts[list]?.at(-1) !== from && isAt(codes, from, word)) starts[list]?.push(from);
    }
    return starts;
  };
}

/** All matches, given all places where one may begin, in order. The pattern must be sticky. */
export function matchesFrom(pattern: RegExp, text: string, starts: readonly number[]): RegExpExecArray[] {
  const found: RegExpExecArray[] = [];
  let from = 0;
  for (const start of starts) {
    if (start < from) continue;
    pattern.lastIndex = start;
    const match = pattern.exec(text);
    if (match === null) continue;
    found.push(match);
    from = Math.max(pattern.lastIndex, start + 1);
  }
  return found;
}
