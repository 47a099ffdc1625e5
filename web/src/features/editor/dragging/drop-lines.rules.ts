import type { JsonPath } from 'outstep/kernel/json.ts';
import type { InsertionPoint } from '../model/commands.rules.ts';
import type { Box } from './box.rules.ts';

/** Where a block would come to stand, as a line across the page. */
export interface DropLine {
  place: InsertionPoint;
  left: number;
  top: number;
  width: number;
}

interface DrawnBoxes {
  /** Where the block at a path is seen; `null` where it is not. */
  boxOf(path: JsonPath): Box | null;
  /** How many entries a list has. */
  lengthOf(list: JsonPath): number;
  /** The part of the block at a path that one of its columns has; `null` where the block is not seen. */
  columnOf(path: JsonPath, index: number): Box | null;
  page: Box;
}

function nearest(list: JsonPath, from: number, by: 1 | -1, { boxOf, lengthOf }: DrawnBoxes): Box | null {
  const end = by === 1 ? lengthOf(list) : -1;
  for (let i = from; by === 1 ? i < end : i > end; i += by) {
    const box = boxOf([...list, i]);
    if (box) return box;
  }
  return null;
}

/** The block or the column that a list is in, or the page. */
function outer(list: JsonPath, { boxOf, columnOf, page }: DrawnBoxes): Box | null {
  if (list.length <= 2) return page;
  const isColumn = list.at(-3) === 'columns';
  return isColumn ? columnOf(list.slice(0, -3), Number(list.at(-2))) : boxOf(list.slice(0, -1));
}

function lineAt(place: InsertionPoint, drawn: DrawnBoxes): DropLine | null {
  const { list, index } = place;
  const above = nearest(list, index - 1, -1, drawn);
  const below = nearest(list, index, 1, drawn);
  const box = above ?? below;
  if (box) {
    const { left, width } = box;
    const bottom = above && above.top + above.height;
    // Columns and rows that are laid out differently do not meet: the line stays at the one above.
    const top = bottom !== null && below && below.top >= bottom ? (bottom + below.top) / 2 : bottom;
    return { place, left, width, top: top ?? box.top };
  }
  const around = outer(list, drawn);
  if (!around) return null;
  if (list.length === 2)
    return { ...around, place, top: list[0] === 'header' ? around.top : around.top + around.height };
  return { place, left: around.left, width: around.width, top: around.top + around.height / 2 };
}

export const dropLines = (places: readonly InsertionPoint[], drawn: DrawnBoxes): DropLine[] =>
  places.flatMap((place) => lineAt(place, drawn) ?? []);

const outside = (at: number, from: number, length: number) => Math.max(from - at, at - from - length, 0);

/** The line that a pointer means: the closest, and of those that are equally close the one furthest in. */
export function lineNear(lines: readonly DropLine[], x: number, y: number): DropLine | null {
  let found: DropLine | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (const line of lines) {
    // Beside a line is further from it than above it: a pointer in the second column means that column.
    const distance = Math.abs(y - line.top) + 4 * outside(x, line.left, line.width);
    const isCloser =
      distance < least - 1 || (distance < least + 1 && found !== null && line.width < found.width);
    if (!isCloser) continue;
    least = Math.min(least, distance);
    found = line;
  }
  return found;
}
