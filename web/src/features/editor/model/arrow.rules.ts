import type { Direction } from './commands.rules.ts';

const arrows: Readonly<Record<string, Direction>> = {
  ...{ ArrowUp: 'up', ArrowDown: 'down', ArrowLeft: 'out', ArrowRight: 'in' },
};
const mirrored: Readonly<Record<string, Direction>> = { ...arrows, ArrowLeft: 'in', ArrowRight: 'out' };

/** Where an arrow moves a block: forwards is into another, and forwards is where the words run. */
export const directionOfArrow = (key: string, isRightToLeft: boolean): Direction | undefined =>
  (isRightToLeft ? mirrored : arrows)[key];
