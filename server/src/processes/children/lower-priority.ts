import { constants, setPriority } from 'node:os';

/**
 * Gives processes that handle calls precedence when cores are scarce: work here may use all the time it gets.
 */
export function lowerPriority(): void {
  try {
    setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // Not every system allows this.
  }
}
