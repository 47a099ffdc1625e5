import type { JsonPath } from 'outstep/kernel/json.ts';
import type { InsertionPoint } from '../model/commands.rules.ts';
import type { Box } from './box.rules.ts';

/** Where a block would be inserted, as a line across the page. */
export interface DropLine {
  place: InsertionPoint;
  left: number;
  top: number;
  width: number;
}

interface DrawnBoxes {
  /** The box of the block at a path; `null` if it isn't visible. */
  boxOf(path: JsonPath): Box | null;
  /** Number of entries of a list. */
  lengthOf(list: JsonPath): number;
  /** The area of a column in the block at a path; `null` if the block isn't visible. */
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

/** The box of the block or column that contains a list, or the page. */
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
    // Neighbors that sit side by side don't meet: the line is at the one above.
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

/** The line closest to the pointer; among equally close lines, the innermost. */
export function lineNear(lines: readonly DropLine[], x: number, y: number): DropLine | null {
  let found: DropLine | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (const line of lines) {
    // Horizontal distance weighs more than vertical: a pointer in the second column means that column.
    const distance = Math.abs(y - line.top) + 4 * outside(x, line.left, line.width);
    const isCloser =
      distance < least - 1 || (distance < least + 1 && found !== null && line.width < found.width);
    if (!isCloser) continue;
    least = Math.min(least, distance);
    found = line;
  }
  return found;
}
