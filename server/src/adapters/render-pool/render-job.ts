import { escapeAsLiquid } from '../../kernel/html.ts';
import type {
  LiquidEscape,
  LiquidProblem,
  LiquidText,
  RenderJob,
  RenderOutcome,
} from '../../kernel/ports.ts';
import type { ChildRendered, ChildRenderJob } from './child-methods.ts';

const MAX_VARIABLES_BYTES = 1024 * 1024;
const MAX_OUTPUT_BYTES = 2 * 1024 * 1024;

type JobText = RenderJob['texts'][number];

/** A secret's value as the message holds it. */
const encodeSecret = (value: string, escaping: LiquidEscape) =>
  escaping === 'html' ? escapeAsLiquid(value) : value;

function variablesProblem(reason: string): { problems: LiquidProblem[] } {
  return { problems: [{ path: ['variables'], reason }] };
}

/** The job as a process may see it, or why it is refused. */
export function childJob(
  { variables, secrets, escape: escaping, locale = 'en', placeholders = {} }: RenderJob,
  texts: readonly JobText[],
): ChildRenderJob | { problems: LiquidProblem[] } {
  let json: string;
  try {
    json = JSON.stringify(variables);
  } catch {
    return variablesProblem('nested too deep');
  }
  if (Buffer.byteLength(json) > MAX_VARIABLES_BYTES) return variablesProblem('at most 1 MB of JSON');
  const lengths = secrets && Object.entries(secrets).map(([name, value]) => [name, value.length]);
  return {
    texts: texts.map((text) => ({ text: text.text, escape: text.escape ?? escaping })),
    variables: json,
    secretLengths: lengths && Object.fromEntries(lengths),
    placeholders,
    locale,
  };
}

/** Secrets are inserted only here, after everything that a text can influence. */
function fill(pieces: readonly string[], secrets: RenderJob['secrets'], escaping: LiquidEscape) {
  let wire = '';
  let shown = '';
  for (const [i, piece] of pieces.entries()) {
    const isName = i % 2 === 1;
    const mask = isName ? `[secret:${piece}]` : piece;
    shown += mask;
    wire +=
      isName && secrets && Object.hasOwn(secrets, piece)
        ? encodeSecret(secrets[piece] ?? '', escaping)
        : mask;
  }
  return { wire, shown };
}

/** The outcome for the whole job; texts missing from `rendered` hold no Liquid. */
export function assembleOutcome(
  { texts, secrets, escape: escaping }: RenderJob,
  rendered: ReadonlyMap<LiquidText, ChildRendered>,
): RenderOutcome {
  const problems: LiquidProblem[] = [];
  const missing = new Set<string>();
  let bytes = 0;
  const filled = texts.map((text) => {
    const answer = rendered.get(text) ?? { pieces: [text.text], missing: [] };
    const { path } = text;
    if ('reason' in answer) {
      problems.push({ path, reason: answer.reason });
      return { path, wire: '', shown: '' };
    }
    for (const name of answer.missing) missing.add(name);
    const both = fill(answer.pieces, secrets, text.escape ?? escaping);
    const before = bytes;
    bytes += Math.max(Buffer.byteLength(both.wire), Buffer.byteLength(both.shown));
    if (before <= MAX_OUTPUT_BYTES && bytes > MAX_OUTPUT_BYTES)
      problems.push({ path, reason: 'Liquid: more than 2 MB of output' });
    return { path, ...both };
  });
  return problems.length > 0 ? { problems } : { texts: filled, missing: [...missing] };
}
