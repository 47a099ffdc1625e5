import { createMasker, personalValuesOf } from '../../src/features/records/history/masking.rules.ts';
import type { Json } from '../../src/kernel/json.ts';
import { textsWithKnownPeople, textsWithoutContext } from './free-text.ts';
import { harmlessPayloads } from './harmless-payloads.ts';
import { harmlessTexts } from './harmless-texts.ts';
import { harmlessValues } from './harmless-values.ts';
import { heldOut, heldOutHarmless } from './held-out.ts';
import { keyed } from './keyed.ts';
import { measureCredentialNames, type NameFigures } from './measure-credential-names.ts';
import { otherTextsWithoutContext } from './other-free-text.ts';
import { harmlessOthers } from './other-harmless-values.ts';
import { leavesOf, personalIn, unmarked, unmarkedTree } from './sample.ts';

/** One row of the published table. */
export interface TableLine {
  kind: string;
  /** The number of values, and of hidden ones; for harmless data, of changed ones. */
  total: number;
  hidden: number;
  /** The values that were not hidden; for harmless data, the changed ones. */
  wrong: string[];
}

function kindOf(value: string): string {
  if (/@|%40|&#64;|＠/.test(value)) return 'email addresses';
  if (/^\d{1,3}(?:\.\d{1,3}){3}$|^[\da-f]*:[\da-f:]*:[\da-f]*$/i.test(value)) return 'IP addresses';
  if (value.replace(/\D/g, '').length >= 6 && !/\p{L}{3}/u.test(value)) return 'phone and other numbers';
  if (/\d/.test(value)) return 'streets, postcodes, dates';
  return 'names and places';
}

class Counts {
  readonly #figures = new Map<string, TableLine>();

  add(kind: string, isHidden: boolean, isRight: boolean, text: string) {
    const figure = this.#figures.get(kind) ?? { kind, total: 0, hidden: 0, wrong: [] };
    this.#figures.set(kind, figure);
    figure.total++;
    if (isHidden) figure.hidden++;
    if (!isRight) figure.wrong.push(text);
  }

  get figures(): TableLine[] {
    return [...this.#figures.values()].toSorted((a, b) => (a.kind < b.kind ? -1 : 1));
  }
}

/** Leaves by path, because masking doesn't change paths. */
const byPath = (value: Json) => new Map(leavesOf(value).map((leaf) => [leaf.path, String(leaf.value)]));

export interface Measurement {
  /** By kind of data, in texts without context. */
  texts: TableLine[];
  /** The same in texts that the rules were not made for. */
  heldOut: TableLine[];
  /** The same in texts of an execution whose people are known. */
  known: TableLine[];
  /** The same in data with member names. */
  data: TableLine[];
  harmless: TableLine[];
}

/** Masks the whole corpus and counts what was hidden. */
export function measure(): Measurement {
  const [texts, unseen, known, data, harmless] = Array.from({ length: 5 }, () => new Counts()) as [
    Counts,
    Counts,
    Counts,
    Counts,
    Counts,
  ];
  const personal = (counts: Counts, value: string, after: string | undefined) => {
    const isHidden = after?.includes(value) !== true;
    counts.add(kindOf(value), isHidden, isHidden, `${value} in ${after}`);
  };
  const unpersonal = (kind: string, before: string, after: string | undefined) =>
    harmless.add(kind, before !== after, before === after, `${before} -> ${after}`);

  const alike = (counts: Counts, lines: readonly string[]) => {
    for (const text of lines) {
      const after = createMasker().text(unmarked(text)).value;
      for (const value of personalIn(text)) personal(counts, value, after);
    }
  };
  alike(texts, [...textsWithoutContext, ...otherTextsWithoutContext]);
  alike(unseen, heldOut);
  for (const { knows, texts: told_ } of textsWithKnownPeople) {
    const masker = createMasker({ personal: personalValuesOf(knows) });
    for (const text of told_) {
      const after = masker.text(unmarked(text)).value;
      for (const value of personalIn(text)) personal(known, value, after);
    }
  }
  for (const { data: tree } of keyed) {
    const after = byPath(createMasker().tree(unmarkedTree(tree)).value);
    for (const { path, value, personal: labeled } of leavesOf(tree)) {
      for (const one of labeled) personal(data, one, after.get(path));
      if (labeled.length === 0) unpersonal('members beside personal data', String(value), after.get(path));
    }
  }
  for (const text of harmlessValues)
    unpersonal('order numbers, SKUs, prices, dates, ids', text, createMasker().text(text).value);
  for (const text of [...harmlessTexts, ...harmlessOthers])
    unpersonal('sentences, urls, code, versions', text, createMasker().text(text).value);
  for (const text of heldOutHarmless)
    unpersonal('texts that the rules were not made with', text, createMasker().text(text).value);
  for (const payload of harmlessPayloads) {
    const after = byPath(createMasker().tree(payload).value);
    for (const { path, value } of leavesOf(payload))
      unpersonal('members of harmless data', String(value), after.get(path));
  }
  return {
    texts: texts.figures,
    heldOut: unseen.figures,
    known: known.figures,
    data: data.figures,
    harmless: harmless.figures,
  };
}

export const sumOf = (figures: readonly TableLine[]) => ({
  total: figures.reduce((sum, { total }) => sum + total, 0),
  hidden: figures.reduce((sum, { hidden }) => sum + hidden, 0),
});
const percent = (part: number, of: number) => `${((100 * part) / of).toFixed(1)} %`;
const lineOf = ({ language, total, hidden }: NameFigures) => [
  language,
  total,
  hidden,
  percent(hidden, total),
];

/** The share of hidden values that are personal. */
export function precisionOf({ texts, heldOut: unseen, known, data, harmless }: Measurement): number {
  const right = sumOf([...texts, ...unseen, ...known, ...data]).hidden;
  return right / (right + sumOf(harmless).hidden);
}

/** The tables in `docs/masking.md`. */
export function tablesOf(measured: Measurement): string {
  const table = (head: readonly string[], rows: readonly (readonly (string | number)[])[]) => {
    const all = [head, ...rows].map((row) => row.map(String));
    const widths = head.map((_, i) => Math.max(...all.map((row) => (row[i] as string).length)));
    const line = (row: readonly string[]) =>
      `| ${row.map((cell, i) => cell.padEnd(widths[i] as number)).join(' | ')} |`;
    const rule = line(widths.map((width) => '-'.repeat(width)));
    const [first = [], ...rest] = all;
    return [line(first), rule, ...rest.map(line)].join('\n');
  };
  const recall = (where: string, figures: readonly TableLine[]) => {
    const { total, hidden } = sumOf(figures);
    return [
      ...figures.map(({ kind, total: of, hidden: part }) => [where, kind, of, part, percent(part, of)]),
      [where, 'together', total, hidden, percent(hidden, total)],
    ];
  };
  const { total, hidden } = sumOf(measured.harmless);
  const { languages, collected, harmless, harmlessHeaders } = measureCredentialNames();
  return [
    table(
      ['where', 'kind', 'in the corpus', 'hidden', 'recall'],
      [
        ...recall('text alone', measured.texts),
        ...recall('text not tuned to', measured.heldOut),
        ...recall('text, person known', measured.known),
        ...recall('data with names', measured.data),
      ],
    ),
    table(
      ['harmless', 'in the corpus', 'touched', 'share'],
      [
        ...measured.harmless.map(({ kind, total: of, hidden: part }) => [kind, of, part, percent(part, of)]),
        ['together', total, hidden, percent(hidden, total)],
      ],
    ),
    table(
      ['credential names', 'written', 'hidden', 'share'],
      [...languages, collected, harmless, harmlessHeaders].map(lineOf),
    ),
    `Precision, of all that was hidden: ${percent(precisionOf(measured), 1)}.`,
  ].join('\n\n');
}
