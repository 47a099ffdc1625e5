/** One piece of work of the ledger. Ids only: this is all that the engine ever holds. */
export interface WorkRef {
  storeId: string;
  executionId: string;
  /** 0 is the step itself, its messages follow. */
  position: number;
  attempt: number;
  /** Which submission of this attempt it is. */
  generation: number;
}

/** Work with the place where it waits its turn: at most `slots` of a lane are under way at once. */
export interface Work extends WorkRef {
  lane: string;
  slots: number;
}

/** What a handler says of a step when it is done with its piece; `PENDING`: more is to come, or somebody else has it. */
export type WorkReport = 'PENDING' | 'SUCCESS' | 'FAILED' | 'SKIPPED';

/** `taken`: it was forgotten and is submitted now. `waiting`: it is there. `over`: it was run, and will not be again. */
export type Ensured = 'taken' | 'waiting' | 'over';

/** A repository that a store has changes for. Names only: what the changes are stands in the store's own rows. */
export interface Push {
  storeId: string;
  /** What pushes take turns by: one at a time for a repository. */
  repository: string;
  /** Taken twice, it counts once. */
  submission: string;
}

/**
 * Runs what is submitted at least once, some time, each lane's slots one after the other. It may forget everything:
 * the ledger is the record, and what is forgotten is submitted again.
 */
export interface Engine {
  submit(work: Work, delayMs?: number): Promise<void>;
  /** Submits what may have been forgotten, without making what is only waiting wait twice. */
  ensure(work: Work): Promise<Ensured>;
  /** Submits and waits for the report; `null` when none came within `waitMs`. */
  run(work: Work, waitMs: number): Promise<WorkReport | null>;
  push(push: Push, delayMs?: number): Promise<void>;
}

/** What the engine knows our work by. */
export const ENGINE_OBJECT = 'Lane';
export const ENGINE_HANDLER = 'run';
export const REPOSITORY_OBJECT = 'Repository';
export const REPOSITORY_HANDLER = 'push';
