import fc from 'fast-check';
import { type BlockEntry, entriesOf } from '../../../web/src/features/editor/model/blocks.rules.ts';
import {
  duplicateBlock,
  insertBlock,
  moveBlock,
  moveTargetsFor,
  removeBlock,
  setMember,
  setRatio,
} from '../../../web/src/features/editor/model/commands.rules.ts';
import type { DesignChange } from '../../../web/src/features/editor/model/history.rules.ts';
import { applyPatches } from '../../../web/src/features/editor/model/patches.rules.ts';
import { sharePresetAt } from '../../../web/src/features/editor/model/sides.rules.ts';
import { unwrapBlock, wrapBlock, wrappers } from '../../../web/src/features/editor/model/wrap.rules.ts';
import type { Json, JsonObject } from '../../src/kernel/json.ts';

/** One edit, chosen by three numbers; everything it writes can be found again by `word`. */
export type DesignEdit = readonly [what: number, which: number, where: number];

const texts: Readonly<Record<string, string>> = {
  heading: 'text',
  text: 'html',
  html: 'html',
  button: 'label',
};
const PRESET = '00000000-0000-4000-8000-000000000001';

function write(design: JsonObject, { path, type, block }: BlockEntry, word: string): DesignChange | null {
  const rows = block['rows'];
  if (type === 'summary' && Array.isArray(rows)) {
    const more = rows.length < 6 ? [{ label: word, value: word }] : [];
    return setMember(design, [...path, 'rows'], [...more, ...rows]);
  }
  if (type === 'image') return setMember(design, [...path, 'url'], `https://tea.example/${word}`);
  const member = texts[type];
  return setMember(design, [...path, member ?? 'showIf'], member ? word : `variables.${word}`);
}

const editFunctions: readonly ((
  design: JsonObject,
  entry: BlockEntry,
  where: number,
  word: string,
) => DesignChange | null)[] = [
  (design, entry, _, word) => write(design, entry, word),
  (design, entry, _, word) => write(design, entry, word),
  (design, { path }, where) => setMember(design, [...path, 'padding', 'top'], where, 10),
  (design, { path }, where) => setMember(design, [...path, 'padding', 'bottom'], where, 10),
  (design, { path }, where) => setMember(design, [...path, 'background'], `#${100 + where}`),
  (design, { list, index }, where, word) =>
    insertBlock(design, { list, index: index + (where % 2) }, { type: 'text', html: word }),
  (design, entry, where) => {
    const places = moveTargetsFor(design, entry);
    const place = places[where % Math.max(1, places.length)];
    return place ? moveBlock(design, entry, place) : null;
  },
  (design, entry) => removeBlock(design, entry),
  (design, entry) => duplicateBlock(design, entry),
  (design, entry, where) => wrapBlock(design, entry, wrappers[where % 3] ?? 'loop'),
  unwrapBlock,
  (design, _, where) => setMember(design, ['global', where % 2 ? 'fontSize' : 'width'], 320 + where, 600),
  (design, entry, where) =>
    entry.type === 'columns' ? setRatio(design, entry, ['1-1', '1-2', '1-1-1'][where % 3] ?? '1-1') : null,
  (design, _, where) => (where % 4 ? null : sharePresetAt(design, where % 8 ? 'header' : 'footer', PRESET)),
];
/** The design after someone has made all of these edits. */
export function edited(design: JsonObject, edits: readonly DesignEdit[], who: string): JsonObject {
  let now = design;
  for (const [i, [what, which, where]] of edits.entries()) {
    const entries = entriesOf(now);
    const entry = entries[which % Math.max(1, entries.length)];
    const change = entry && editFunctions[what % editFunctions.length]?.(now, entry, where, `${who}${i}x`);
    if (change) now = applyPatches(now, change.patches).value;
  }
  return now;
}

/** A few edits, like those someone makes between two saves. */
export const edits: fc.Arbitrary<DesignEdit[]> = fc.array(fc.tuple(fc.nat(13), fc.nat(60), fc.nat(60)), {
  minLength: 1,
  maxLength: 6,
});

/** The words that edits wrote, wherever they are. */
export const wordsIn = (value: Json | undefined, who: string): Set<string> =>
  new Set(JSON.stringify(value ?? null).match(new RegExp(`\\b${who}\\d+x`, 'g')) ?? []);
