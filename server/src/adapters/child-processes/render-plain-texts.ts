import type { LiquidEscape, LiquidText, RenderJob } from '../../kernel/ports.ts';
import type { ChildRendered, SecretLengths } from './child-methods.ts';

/** What the texts of one job see; `budget` is what they may write, in characters. */
export interface PlainInputs extends Pick<RenderJob, 'variables'> {
  placeholders: NonNullable<RenderJob['placeholders']>;
  budget: { left: number; readonly secretLengths: SecretLengths };
}

/** What a process would answer for the text; null if one has to. */
export type RenderPlain = (escaping: LiquidEscape, inputs: PlainInputs) => ChildRendered | null;

/** Null unless these are the pieces of this text, whatever a process says. */
export type PreparePlain = (text: string, pieces: readonly string[]) => RenderPlain | null;

/** What a job may have written without a process: a few milliseconds' worth. */
const MAX_OUTPUT = 64 * 1024;

/** Those texts of the job that need no process. */
export function renderPlainTexts(
  { variables, placeholders = {}, escape: escaping }: RenderJob,
  texts: RenderJob['texts'],
  secretLengths: SecretLengths,
  plainOf: (text: string) => RenderPlain | null,
): Map<LiquidText, ChildRendered> {
  const inputs = { variables, placeholders, budget: { left: MAX_OUTPUT, secretLengths } };
  const rendered = new Map<LiquidText, ChildRendered>();
  for (const text of texts) {
    const answer = plainOf(text.text)?.(text.escape ?? escaping, inputs);
    if (answer) rendered.set(text, answer);
  }
  return rendered;
}
