export interface Size {
  width: number;
  height: number;
}

/** A part of an image, in whole image pixels. */
export interface Area extends Size {
  left: number;
  top: number;
}

/** The edges that a handle moves: `ne` is the top right corner. */
export type Handle = 'n' | 'ne' | 'e' | 'se' | 's' | 'sw' | 'w' | 'nw';

/** Anything smaller could not be grabbed. */
const LEAST = 16;

const within = (value: number, least: number, most: number) =>
  Math.max(least, Math.min(most, Math.round(value)));

const leastOf = ({ width, height }: Size): Size => ({
  width: Math.min(LEAST, width),
  height: Math.min(LEAST, height),
});

export const fullAreaOf = ({ width, height }: Size): Area => ({ left: 0, top: 0, width, height });

export const isFullArea = (area: Area, { width, height }: Size) =>
  area.width === width && area.height === height;

export const moveArea = (area: Area, dx: number, dy: number, size: Size): Area => ({
  ...area,
  left: within(area.left + dx, 0, size.width - area.width),
  top: within(area.top + dy, 0, size.height - area.height),
});

/** Moves edges of an area; the opposite edges do not move. */
export function resizeArea(area: Area, handle: Handle, dx: number, dy: number, size: Size): Area {
  const least = leastOf(size);
  const [right, bottom] = [area.left + area.width, area.top + area.height];
  const left = handle.includes('w') ? within(area.left + dx, 0, right - least.width) : area.left;
  const top = handle.includes('n') ? within(area.top + dy, 0, bottom - least.height) : area.top;
  const newRight = handle.includes('e') ? within(right + dx, left + least.width, size.width) : right;
  const newBottom = handle.includes('s') ? within(bottom + dy, top + least.height, size.height) : bottom;
  return { left, top, width: newRight - left, height: newBottom - top };
}

/** Sets one of its four numbers as typed, limited to the image. */
export function setAreaMember(area: Area, name: keyof Area, value: number, size: Size): Area {
  const least = leastOf(size);
  switch (name) {
    case 'left': {
      const left = within(value, 0, size.width - least.width);
      return { ...area, left, width: Math.min(area.width, size.width - left) };
    }
    case 'top': {
      const top = within(value, 0, size.height - least.height);
      return { ...area, top, height: Math.min(area.height, size.height - top) };
    }
    case 'width':
      return { ...area, width: within(value, least.width, size.width - area.left) };
    case 'height':
      return { ...area, height: within(value, least.height, size.height - area.top) };
  }
}

/** Scaled down to a width, never up. */
export function fitWidth({ width, height }: Size, most: number): Size {
  const scale = Math.min(1, most / width);
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}
