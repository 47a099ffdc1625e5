import type { LiquidEscape, LiquidText, RenderJob } from '../../kernel/ports.ts';
import type { ChildRendered, SecretLengths } from './child-methods.ts';

/** What the texts of one job can use; `budget` limits their output in characters. */
export interface PlainInputs extends Pick<RenderJob, 'variables'> {
  placeholders: NonNullable<RenderJob['placeholders']>;
  budget: { left: number; readonly secretLengths: SecretLengths };
}

/** Returns what a child process would return for the text, or null if only a child process can render it. */
export type RenderPlain = (escaping: LiquidEscape, inputs: PlainInputs) => ChildRendered | null;

/** Returns null unless the pieces match the text, because a child process is not trusted. */
export type PreparePlain = (text: string, pieces: readonly string[]) => RenderPlain | null;

/** The output limit of a job without a child process: a few milliseconds' worth. */
const MAX_OUTPUT = 64 * 1024;

/** Renders the texts of a job that need no child process. */
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
