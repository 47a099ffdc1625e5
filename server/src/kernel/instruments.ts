/** The kind of a step; metrics, logs and traces distinguish deliveries by it. */
export const stepKinds = ['http', 'mail'] as const;
export type StepKind = (typeof stepKinds)[number];

/**
 * The phases of a step's time: recording it (`accept`), waiting for a worker (`queue`), rendering or planning
 * (`prepare`), claiming, sending to its target or mail server (`send`), and recording the outcome.
 */
export const phases = ['accept', 'queue', 'prepare', 'claim', 'send', 'record'] as const;
export type Phase = (typeof phases)[number];

/**
 * `retry`: it failed and another attempt follows. `planned`: a step with several messages is ready to be
 * sent.
 */
export const attemptOutcomes = ['sent', 'failed', 'unknown', 'retry', 'planned'] as const;
export type AttemptOutcome = (typeof attemptOutcomes)[number];

/** One finished attempt at a delivery. IDs only, because this is logged. */
export interface DeliveryAttempt {
  kind: StepKind;
  storeId: string;
  executionId: string;
  position: number;
  attempt: number;
  outcome: AttemptOutcome;
  ms: number;
}

/** A trace in progress. */
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
  /** As the platform sent it; an invalid value is ignored. */
  traceparent: unknown;
  /** How long ago the call arrived. */
  elapsedMs: number;
}

/** Work that a worker starts. */
export interface StartedWork extends Omit<DeliveryAttempt, 'outcome' | 'ms'> {
  /** The trace context of its step, if it is traced. */
  traceparent: string | null;
  /** How long it has been due; `null` if it was delayed for other reasons than waiting. */
  waitedMs: number | null;
}

/** Reports the progress of work; metrics, logs and traces implement it. */
export interface Instruments {
  /** Runs a call whose signature was verified, in the trace that its platform has begun or in a new one. */
  inCall<T>(call: SignedCall, work: () => Promise<T>): Promise<T>;
  /** Runs work of a step in the trace in which the step was accepted. */
  inWork<T>(begun: StartedWork, work: () => Promise<T>): Promise<T>;
  /** Runs one message of a step with several messages. */
  inMessage<T>(position: number, work: () => Promise<T>): Promise<T>;
  readonly trace: Trace | null;
  /** A step was accepted; `isNew` is false if its run was already known. */
  stepTaken(kind: StepKind, executionId: string, isNew: boolean): void;
  measure<T>(kind: StepKind, phase: Phase, work: () => Promise<T>): Promise<T>;
  /** Marks the point after which something may be sent, and reports how long the step took to get there. */
  sending(kind: StepKind, work: Pick<DeliveryAttempt, 'executionId' | 'position' | 'attempt'>): void;
  attempted(attempt: DeliveryAttempt): void;
}
