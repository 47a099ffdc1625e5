import type { EditorSession } from './session.ts';

type SessionFaults = EditorSession['faults'];

/** Without those of the text that is just being written. */
export const visibleErrors = (faults: SessionFaults, unrested: string | null): SessionFaults =>
  unrested === null || !Object.hasOwn(faults, unrested)
    ? faults
    : Object.fromEntries(Object.entries(faults).filter(([field]) => field !== unrested));
