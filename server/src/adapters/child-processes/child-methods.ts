import type { Message } from '../../kernel/messages/message.ts';
import type { BodyJob, DesignJob, DesignOutcome, LiquidEscape, SecretEncoding } from '../../kernel/ports.ts';

/** A job as the process gets it: only the lengths of secrets, so that nothing in there can reveal one. */
export interface ChildRenderJob {
  texts: readonly { text: string; escape: LiquidEscape }[];
  /** As JSON, the form in which its size was checked. */
  variables: string;
  secretLengths: SecretLengths;
  placeholders: Readonly<Record<string, { html: string; text: string }>>;
  locale: string;
}

export type SecretLengths = Readonly<Record<string, number>> | null;

/** `pieces` are text, name of a secret, text, name of a secret, … text; `encodings` say how each secret is written. */
export type ChildRendered =
  | { pieces: string[]; encodings: SecretEncoding[]; isJson: boolean; missing: string[] }
  | { reason: Message };

/** `plain`: words, tag, words, … words of a text that no process has to render. */
export type ChildUses =
  | { secrets: string[]; variables: string[]; plain: string[] | null }
  | { reason: Message };

/** What a render process does; with texts, each answers with one entry for each text. */
export interface ChildMethods {
  checkLiquid(texts: readonly string[]): (Message | null)[];
  usesOfLiquid(texts: readonly string[]): ChildUses[];
  renderLiquid(job: ChildRenderJob): ChildRendered[];
  compileDesign(job: DesignJob): Promise<DesignOutcome>;
  compileBody(job: BodyJob): DesignOutcome;
}

export type JobOf<M extends keyof ChildMethods> = Parameters<ChildMethods[M]>[0];
export type AnswerOf<M extends keyof ChildMethods> = Awaited<ReturnType<ChildMethods[M]>>;
