import type { EditorSession } from './session.ts';

type SessionFaults = EditorSession['faults'];

/** Omits errors in the text that is being typed. */
export const visibleErrors = (faults: SessionFaults, unrested: string | null): SessionFaults =>
  unrested === null || !Object.hasOwn(faults, unrested)
    ? faults
    : Object.fromEntries(Object.entries(faults).filter(([field]) => field !== unrested));
