/** The kind of a step; metrics, logs and traces distinguish deliveries by it. */
export const stepKinds = ['http', 'mail'] as const;
export type StepKind = (typeof stepKinds)[number];

/**
 * What the time of a step goes into: it is recorded (`accept`), waits for a worker (`queue`), is rendered or planned
 * (`prepare`), claimed, carried to its target or mail server (`send`), and what became of it is recorded.
 */
export const phases = ['accept', 'queue', 'prepare', 'claim', 'send', 'record'] as const;
export type Phase = (typeof phases)[number];

/** `retry`: it failed, and another attempt follows. `planned`: a step of several messages is ready to be sent. */
export const attemptOutcomes = ['sent', 'failed', 'unknown', 'retry', 'planned'] as const;
export type AttemptOutcome = (typeof attemptOutcomes)[number];

/** One attempt at a delivery, over. Ids only: this is logged. */
export interface DeliveryAttempt {
  kind: StepKind;
  storeId: string;
  executionId: string;
  position: number;
  attempt: number;
  outcome: AttemptOutcome;
  ms: number;
}

/** A trace that is under way. */
export interface Trace {
  id: string;
  /** The W3C trace context to continue. */
  traceparent: string;
}

/** A call of a workflow platform. */
export interface SignedCall {
  /** The called action. */
  action: string;
  storeId: string;
  /** As the platform sent it; whatever is none is ignored. */
  traceparent: unknown;
  /** How long ago it came in. */
  elapsedMs: number;
}

/** A piece of work that a worker begins. */
export interface BegunWork extends Omit<DeliveryAttempt, 'outcome' | 'ms'> {
  /** The trace context of its step, if it is traced. */
  traceparent: string | null;
  /** How long it has been due; `null` when it did not just wait. */
  waitedMs: number | null;
}

/** Where work reports its progress: metrics, log and traces implement it. */
export interface Instruments {
  /** Runs a call, once it is known that it is signed, in the trace that its platform has begun, or in a new one. */
  inCall<T>(call: SignedCall, work: () => Promise<T>): Promise<T>;
  /** Runs work of a step in the trace in which the step was taken. */
  inWork<T>(begun: BegunWork, work: () => Promise<T>): Promise<T>;
  /** Runs one message of a step of several. */
  inMessage<T>(position: number, work: () => Promise<T>): Promise<T>;
  readonly trace: Trace | null;
  /** A step was taken; `isNew` is false when its run was known. */
  stepTaken(kind: StepKind, executionId: string, isNew: boolean): void;
  measure<T>(kind: StepKind, phase: Phase, work: () => Promise<T>): Promise<T>;
  /** From here on something may leave: tells how long a step took to get there. */
  sending(kind: StepKind, work: Pick<DeliveryAttempt, 'executionId' | 'position' | 'attempt'>): void;
  attempted(attempt: DeliveryAttempt): void;
}
