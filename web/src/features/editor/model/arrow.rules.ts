import type { Direction } from './commands.rules.ts';

const arrows: Readonly<Record<string, Direction>> = {
  ...{ ArrowUp: 'up', ArrowDown: 'down', ArrowLeft: 'out', ArrowRight: 'in' },
};
const mirrored: Readonly<Record<string, Direction>> = { ...arrows, ArrowLeft: 'in', ArrowRight: 'out' };

/** The direction an arrow key moves a block in. Forward in reading direction moves it into another block. */
export const directionOfArrow = (key: string, isRightToLeft: boolean): Direction | undefined =>
  (isRightToLeft ? mirrored : arrows)[key];
