import { MAX_NAME_LENGTH } from './layouts.schema.ts';

/** Truncates a name that is too long. */
export function shortened(name: string): string {
  const points = [...name];
  return points.length <= MAX_NAME_LENGTH ? name : `${points.slice(0, MAX_NAME_LENGTH - 1).join('')}…`;
}

/** The default name of a copy. */
export const copyName = (name: string) => shortened(`Copy of ${name}`);
