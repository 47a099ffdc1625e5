export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

export const sameBoxes = (one: readonly Box[], other: readonly Box[]) =>
  one.length === other.length &&
  one.every((box, i) => {
    const { left, top, width, height } = other[i] ?? box;
    return box.left === left && box.top === top && box.width === width && box.height === height;
  });

/** The smallest box around several. */
export const boundingBox = (boxes: readonly Box[]): Box => {
  const left = Math.min(...boxes.map((box) => box.left));
  const top = Math.min(...boxes.map((box) => box.top));
  const right = Math.max(...boxes.map((box) => box.left + box.width));
  const bottom = Math.max(...boxes.map((box) => box.top + box.height));
  return { left, top, width: right - left, height: bottom - top };
};
