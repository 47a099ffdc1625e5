import type { WorkRef } from '../../../kernel/engine.ts';
import type { Json } from '../../../kernel/json.ts';
import type { Message } from '../../../kernel/messages/message.ts';
import type { BoundStatement } from '../../../kernel/ports.ts';
import type { Versioned } from '../../../kernel/versioned.ts';
import type { NewTimelineEntry, Warning } from '../../records/history/history.schema.ts';
import type { IndexedRecipient } from '../../records/history/recipients.rules.ts';
import type { ExecutionOutcome } from '../../records/history/record-execution.store.ts';
import type { MessageRow } from './fan-out.store.ts';
import type { Claim } from './ledger.store.ts';
import type { LoadedWork, WorkContext } from './work.ts';

/** The masked content of a planned step in history. */
export interface PlanDetails {
  locale: string | null;
  recipients: string[];
  request: Json;
  timeline: NewTimelineEntry[];
  warnings: Warning[];
  /** The recipients by which history finds the step. */
  addressed: IndexedRecipient[];
  /** The version of the layout. */
  version: number | null;
  /** Whether it goes to the test inbox instead of being delivered. */
  captured: boolean;
  /** Hashes of the words of its subject. */
  words: string[];
}

export interface DeliveryPlan<P> {
  /** Everything that sending needs, so that later edits affect no message. */
  plan: P;
  messages: number;
  /** How many of them count toward the quota: all or none. */
  units: number;
  /** Where messages wait their turn: at most `slots` of the lane are under way at once. */
  lane: string;
  slots: number;
  note: PlanDetails;
}

export type PlanResult<P> =
  | DeliveryPlan<P>
  /** There is no message to send. */
  | { ended: Pick<ExecutionOutcome, 'status' | 'error'>; note: PlanDetails }
  /** A dependency was unavailable: plan again later. */
  | { again: Message };

export type SendResult =
  /**
   * `answer`: what the server reported about the message, masked, for `responseOf`. `record`: what is written
   * in one transaction with its end; each statement does nothing unless this claim ended the message as sent.
   */
  | { state: 'sent'; answer?: Json; record?: (claim: Claim) => BoundStatement<unknown>[] }
  /** Definitely not sent. `again`: worth another attempt, after `waitMs` at the earliest. */
  | { state: 'failed'; sentence: Message; again: boolean; waitMs?: number; answer?: Json }
  /** The message was sent, but the server's response never arrived. */
  | { state: 'unknown'; sentence: Message };

export interface PlannedMessage extends Pick<WorkRef, 'executionId' | 'position'> {
  /** Equal for messages that are sent one after another in one slot. */
  line: string;
  /** Whether a unit of the store's quota was taken for it when it was planned. */
  hasUnit: boolean;
}

/** A step that sends several messages: planned once, then each sent at most once. */
export interface FanOut<P extends object> {
  /** How plans are serialized. */
  plans: Versioned<P>;
  planningMs: number;
  sendingMs: number;
  /** Whether a message with an unknown outcome counts as sent. */
  unknownIsSent(plan: P): boolean;
  countOf(plan: P): number;
  /** The status that history shows for a message that ended as sent; `sent` by default. */
  sentStatus?(plan: P): string;
  /** The name of the message in history. */
  nameOf(plan: P, position: number): string;
  /** The response that history shows for a step whose messages have all ended, masked. */
  responseOf(plan: P, executionId: string, messages: readonly MessageRow[]): Json;
  plan(ctx: WorkContext, work: LoadedWork): Promise<PlanResult<P>>;
  /**
   * Calls `beforeData` before the first byte of the message is sent. If that returns `false`, the claim was
   * lost and nothing may be sent.
   */
  send(
    ctx: WorkContext,
    plan: P,
    message: PlannedMessage,
    beforeData: () => Promise<boolean>,
  ): Promise<SendResult>;
  /** Releases resources that the messages of a line shared, such as a connection, before it returns. */
  leave(ctx: WorkContext, line: string): Promise<void>;
}
