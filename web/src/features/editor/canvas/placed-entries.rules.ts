import type { JsonPath } from 'outstep/kernel/json.ts';
import { type Box, boundingBox } from '../dragging/box.rules.ts';
import { columnBox, columnsIn } from '../dragging/column-box.rules.ts';
import { dropLines } from '../dragging/drop-lines.rules.ts';
import { type BlockEntry, sides } from '../model/blocks.rules.ts';
import { hiddenEntries } from './strips.rules.ts';

export interface PlacedEntry {
  entry: BlockEntry;
  /** The number of its mark. */
  number: number;
  boxes: readonly Box[];
}

/** Placeholders at the same position. */
interface Strips {
  top: number;
  left: number;
  unseen: BlockEntry[];
}

const nameOf = (path: JsonPath) => path.join('\0');

/** Below this width, an email stacks its columns. */
const STACKS_BELOW = 480;

interface PageBox extends Box {
  isRightToLeft: boolean;
}

/** Positions the visible blocks of an email on its page, and placeholders for the hidden ones. */
export function placeEntries(
  entries: readonly BlockEntry[],
  /** By mark number. */
  keys: readonly string[],
  boxes: readonly (readonly Box[])[],
  page: PageBox,
) {
  const byKey = new Map(entries.map((entry) => [entry.key, entry]));
  const seen = keys.flatMap((key, number): PlacedEntry[] => {
    const entry = byKey.get(key);
    const own = boxes[number] ?? [];
    return entry && own.length > 0 ? [{ entry, number, boxes: own }] : [];
  });
  const boxAt = new Map(seen.map(({ entry, boxes: [box] }) => [nameOf(entry.path), box ?? null]));
  const lengths = Map.groupBy(entries, ({ list }) => nameOf(list));
  const blockAt = new Map(seen.map(({ entry }) => [nameOf(entry.path), entry.block]));
  const drawn = {
    ...{ page, boxOf: (path: JsonPath) => boxAt.get(nameOf(path)) ?? null },
    lengthOf: (list: JsonPath) => lengths.get(nameOf(list))?.length ?? 0,
    columnOf(path: JsonPath, index: number) {
      const [box, block] = [boxAt.get(nameOf(path)), blockAt.get(nameOf(path))];
      if (!box || !block) return null;
      const isStacked = page.width < STACKS_BELOW && block['stackOnMobile'] !== false;
      return columnBox(box, index, { ...columnsIn(block), isStacked, isRightToLeft: page.isRightToLeft });
    },
  };
  const seenKeys = new Set(seen.map(({ entry }) => entry.key));
  // Until the email is drawn, no block is known to be hidden.
  const unseen = keys.length === 0 ? [] : hiddenEntries(entries, seenKeys);
  const strips = new Map<string, Strips>();
  for (const entry of unseen) {
    const [line] = dropLines([entry], drawn);
    if (!line) continue;
    const { top, left } = line;
    const at = strips.get(`${left} ${top}`) ?? { top, left, unseen: [] };
    at.unseen.push(entry);
    strips.set(`${left} ${top}`, at);
  }
  const shown = new Set([...seenKeys, ...unseen.map(({ key }) => key)]);
  return {
    ...{ seen, strips: [...strips.values()], drawn },
    /** What can be selected on the page, in the order of the email. */
    order: entries.filter(({ key }) => shown.has(key)),
  };
}

/** The boxes of a shared header and footer, whose blocks are selected as one. */
export const placeSides = (keys: readonly string[], boxes: readonly (readonly Box[])[]) =>
  sides.flatMap((side) => {
    const own = keys.flatMap((key, number) => (key === side ? (boxes[number] ?? []) : []));
    return own.length === 0 ? [] : [{ side, box: boundingBox(own) }];
  });

/** The innermost block at a point of the page. */
export function entryAt(seen: readonly PlacedEntry[], x: number, y: number): BlockEntry | null {
  const isIn = ({ left, top, width, height }: Box) =>
    x >= left && x <= left + width && y >= top && y <= top + height;
  const there = seen.filter(({ boxes }) => boxes.some(isIn)).map(({ entry }) => entry);
  return there.toSorted((one, other) => other.depth - one.depth)[0] ?? null;
}
