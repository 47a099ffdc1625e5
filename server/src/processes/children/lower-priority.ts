import { constants, setPriority } from 'node:os';

/** Lets those who answer calls go first where cores are scarce: what is done here may take all of its time. */
export function lowerPriority(): void {
  try {
    setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // Not every system lets a process do that.
  }
}
