import type { WorkRef } from '../../../kernel/engine.ts';
import type { Json } from '../../../kernel/json.ts';
import type { Versioned } from '../../../kernel/versioned.ts';
import type { TimelineEntry } from '../../records/history/history.schema.ts';
import type { Outcome } from '../../records/history/record-execution.store.ts';
import type { LoadedWork, WorkContext } from './work.ts';

/** What history says of a step once it is planned, masked. */
export interface PlanNote {
  locale: string | null;
  recipients: string[];
  request: Json;
  timeline: TimelineEntry[];
}

export interface Plan<P> {
  /** Everything that sending needs, so that no message depends on what is changed in the meantime. */
  plan: P;
  messages: number;
  /** Where messages wait their turn: at most `slots` of the lane are under way at once. */
  lane: string;
  slots: number;
  note: PlanNote;
}

export type Planned<P> =
  | Plan<P>
  /** Nothing is to be sent. */
  | { ended: Pick<Outcome, 'status' | 'error'>; note: PlanNote }
  /** Something was not to be had that may be later. */
  | { again: string };

export type Sent =
  | { state: 'sent' }
  /** Surely not sent; `again`: worth another attempt, and not before `waitMs` have passed. */
  | { state: 'failed'; sentence: string; again: boolean; waitMs?: number }
  /** The message went out, and what the server made of it was not heard. */
  | { state: 'unknown'; sentence: string };

/** `line` names those that are sent one after the other in one held slot. */
export type Message = Pick<WorkRef, 'executionId' | 'position'> & { line: string };

/** A step that sends several messages: planned once, then each sent at most once. */
export interface FanOut<P extends object> {
  /** How plans are written down. */
  plans: Versioned<P>;
  planningMs: number;
  sendingMs: number;
  /** Whether a message that nobody can tell about counts as sent. */
  unknownIsSent(plan: P): boolean;
  /** What the message is called in history. */
  nameOf(plan: P, position: number): string;
  plan(ctx: WorkContext, work: LoadedWork): Promise<Planned<P>>;
  /**
   * `beforeData` is asked before the first byte of the message leaves; when it answers `false` the claim was lost and
   * nothing may leave.
   */
  send(ctx: WorkContext, plan: P, message: Message, beforeData: () => Promise<boolean>): Promise<Sent>;
  /** What messages of a line shared, such as a connection, is gone when this returns. */
  leave(ctx: WorkContext, line: string): Promise<void>;
}
