import type { Message } from '../../kernel/messages/message.ts';
import type { BodyJob, DesignJob, DesignOutcome, LiquidEscape, SecretEncoding } from '../../kernel/ports.ts';

/**
 * A job as the child process receives it: with only the lengths of secrets, so that the child cannot reveal
 * one.
 */
export interface ChildRenderJob {
  texts: readonly { text: string; escape: LiquidEscape }[];
  /** As JSON, the form in which its size was checked. */
  variables: string;
  secretLengths: SecretLengths;
  placeholders: Readonly<Record<string, { html: string; text: string }>>;
  locale: string;
}

export type SecretLengths = Readonly<Record<string, number>> | null;

/**
 * `pieces` alternates between text and names of secrets and begins and ends with text; `encodings` has the
 * encoding of each secret.
 */
export type ChildRendered =
  | { pieces: string[]; encodings: SecretEncoding[]; isJson: boolean; missing: string[] }
  | { reason: Message };

/** `plain` alternates between words and tags of a text that can be rendered without a child process. */
export type ChildUses =
  | { secrets: string[]; variables: string[]; plain: string[] | null }
  | { reason: Message };

/** The methods of a child process; those that take several texts return one entry for each. */
export interface ChildMethods {
  checkLiquid(texts: readonly string[]): (Message | null)[];
  usesOfLiquid(texts: readonly string[]): ChildUses[];
  renderLiquid(job: ChildRenderJob): ChildRendered[];
  compileDesign(job: DesignJob): Promise<DesignOutcome>;
  compileBody(job: BodyJob): DesignOutcome;
}

export type JobOf<M extends keyof ChildMethods> = Parameters<ChildMethods[M]>[0];
export type AnswerOf<M extends keyof ChildMethods> = Awaited<ReturnType<ChildMethods[M]>>;
