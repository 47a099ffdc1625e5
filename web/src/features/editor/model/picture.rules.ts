import type { JsonObject, JsonPath } from 'outstep/kernel/json.ts';
import { type BlockEntry, entriesOf } from './blocks.rules.ts';
import type { InsertionPoint } from './commands.rules.ts';
import type { DesignChange } from './history.rules.ts';
import { type JsonPatch, valueAt } from './patches.rules.ts';

/** Blocks that show an image, with the member for an image URL used instead of a file. */
const addressIn = new Map<string, string | null>([
  ['image', 'url'],
  ['video', 'thumbnail'],
  ['logo', null],
]);

export const showsPicture = ({ type }: Pick<BlockEntry, 'type'>) => addressIn.has(type);

/** A block has either a file or a URL. With neither (`null`), a logo block shows the store's logo. */
export function setPicture(
  design: JsonObject,
  entry: BlockEntry,
  fileKey: string | null,
): DesignChange | null {
  const { path, type } = entry;
  if (!showsPicture(entry)) return null;
  const own = [...path, 'fileKey'];
  const before = valueAt(design, own);
  if (fileKey === null)
    return before === undefined ? null : { label: 'picture', patches: [{ kind: 'take', path: own }] };
  if (before === fileKey) return null;
  const address = addressIn.get(type) ?? null;
  const other: JsonPath | null = address === null ? null : [...path, address];
  const patches: JsonPatch[] = [{ kind: 'put', path: own, value: fileKey }];
  if (other && valueAt(design, other) !== undefined) patches.push({ kind: 'take', path: other });
  return { label: 'picture', patches };
}

const LEAST_WIDTH = 8;

/** An image narrower than its place is not scaled up to fill it. */
export const pictureBlock = (fileKey: string, width: number | null, room: number): JsonObject => ({
  ...{ type: 'image', fileKey },
  ...(width !== null && width < room && { width: Math.max(LEAST_WIDTH, width) }),
});

/** The place below a block; if no block has this key, the end of the email or of the open preset. */
export function insertionPointBelow(
  design: JsonObject,
  key: string | null,
  list: JsonPath = ['blocks'],
): InsertionPoint {
  const entry = entriesOf(design).find((each) => each.key === key);
  if (entry) return { list: entry.list, index: entry.index + 1 };
  const blocks = valueAt(design, list);
  return { list, index: Array.isArray(blocks) ? blocks.length : 0 };
}

const MAIL_WIDTH = 600;

/** Width in pixels available at a path of the design: that of its column. */
export function availableWidthAt(design: JsonObject, path: JsonPath): number {
  const width = valueAt(design, ['global', 'width']);
  let room = typeof width === 'number' ? width : MAIL_WIDTH;
  for (const [i, step] of path.entries()) {
    if (step !== 'columns') continue;
    const ratio = valueAt(design, [...path.slice(0, i), 'ratio']);
    const parts = (typeof ratio === 'string' ? ratio : '1-1').split('-').map(Number);
    const whole = parts.reduce((sum, part) => sum + part, 0);
    room *= (parts[Number(path[i + 1])] ?? whole) / whole;
  }
  return Math.round(room);
}

/**
 * An empty alternative text marks an image as decorative; a missing one means that it has not been written
 * yet.
 */
export const isDecorative = ({ alt }: JsonObject) => alt === '';
export const isUndescribed = ({ alt }: JsonObject) => alt === undefined;

export function setDecorative({ path, block }: BlockEntry, decorative: boolean): DesignChange | null {
  if (isDecorative(block) === decorative) return null;
  const alt = [...path, 'alt'];
  return {
    label: 'set',
    patches: [decorative ? { kind: 'put', path: alt, value: '' } : { kind: 'take', path: alt }],
  };
}
