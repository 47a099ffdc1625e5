import type { EditorSession } from './session.ts';

type Faults = EditorSession['faults'];

/** Without those of the text that is just being written. */
export const toldFaults = (faults: Faults, unrested: string | null): Faults =>
  unrested === null || !Object.hasOwn(faults, unrested)
    ? faults
    : Object.fromEntries(Object.entries(faults).filter(([field]) => field !== unrested));
