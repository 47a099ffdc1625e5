import { encodeUrlPart, escapeAsLiquid, escapeJson, looksLikeJson } from '../../kernel/escaping.ts';
import { type Message, message } from '../../kernel/messages/message.ts';
import type {
  LiquidEscape,
  LiquidProblem,
  LiquidText,
  RenderJob,
  RenderOutcome,
  SecretEncoding,
} from '../../kernel/ports.ts';
import type { ChildRendered, ChildRenderJob } from './child-methods.ts';

const MAX_VARIABLES_BYTES = 1024 * 1024;
const MAX_OUTPUT_BYTES = 2 * 1024 * 1024;

const encoders: ReadonlyMap<SecretEncoding, (value: string) => string> = new Map([
  ['html', escapeAsLiquid],
  ['json', escapeJson],
  ['url', encodeUrlPart],
]);

/** A secret's value as encoded in the message. */
const encodeSecret = (value: string, encoding: SecretEncoding) => encoders.get(encoding)?.(value) ?? value;

function variablesProblem(reason: Message): { problems: LiquidProblem[] } {
  return { problems: [{ path: ['variables'], reason }] };
}

/** The part of the job, other than its texts, that a child process may see, or why the job is rejected. */
export function childJob({
  variables,
  secrets,
  locale = 'en',
  placeholders = {},
}: RenderJob): Omit<ChildRenderJob, 'texts'> | { problems: LiquidProblem[] } {
  let json: string;
  try {
    json = JSON.stringify(variables);
  } catch {
    return variablesProblem(message('nested_too_deep'));
  }
  if (Buffer.byteLength(json) > MAX_VARIABLES_BYTES) return variablesProblem(message('json_at_most_1_mb'));
  const lengths = secrets && Object.entries(secrets).map(([name, value]) => [name, value.length]);
  return {
    variables: json,
    secretLengths: lengths && Object.fromEntries(lengths),
    placeholders,
    locale,
  };
}

/** Every other piece is the name of a secret. */
const namesIn = (pieces: readonly string[]) => [...new Set(pieces.filter((_, i) => i % 2 === 1))];

/** Secrets are inserted only here, after everything that a text can influence. */
function fill(
  pieces: readonly string[],
  secrets: RenderJob['secrets'],
  encodingOf: (nth: number) => SecretEncoding,
) {
  let wire = '';
  let shown = '';
  for (const [i, piece] of pieces.entries()) {
    const isName = i % 2 === 1;
    const mask = isName ? `[secret:${piece}]` : piece;
    shown += mask;
    wire +=
      isName && secrets && Object.hasOwn(secrets, piece)
        ? encodeSecret(secrets[piece] ?? '', encodingOf((i - 1) / 2))
        : mask;
  }
  return { wire, shown };
}

/** A text without Liquid, which needs no child process. */
const asWritten = ({ text }: LiquidText, escaping: LiquidEscape) => ({
  pieces: [text],
  encodings: [],
  isJson: escaping === 'json' || (escaping === 'json-if-begun' && looksLikeJson(text)),
  missing: [],
});

/** The outcome of the whole job; texts missing from `rendered` contain no Liquid. */
export function assembleOutcome(
  { texts, secrets, escape: escaping }: RenderJob,
  rendered: ReadonlyMap<LiquidText, ChildRendered>,
): RenderOutcome {
  const problems: LiquidProblem[] = [];
  const missing = new Set<string>();
  let bytes = 0;
  const filled = texts.map((text) => {
    const { path, escape: own = escaping } = text;
    const answer = rendered.get(text) ?? asWritten(text, own);
    if ('reason' in answer) {
      problems.push({ path, reason: answer.reason });
      return { path, wire: '', shown: '', isJson: false, missing: [], secrets: [] };
    }
    for (const name of answer.missing) missing.add(name);
    const { encodings, isJson } = answer;
    const both = fill(answer.pieces, secrets, (nth) =>
      own === 'html' ? 'html' : (encodings[nth] ?? 'none'),
    );
    const before = bytes;
    bytes += Math.max(Buffer.byteLength(both.wire), Buffer.byteLength(both.shown));
    if (before <= MAX_OUTPUT_BYTES && bytes > MAX_OUTPUT_BYTES)
      problems.push({ path, reason: message('liquid', { reason: message('output_too_large') }) });
    return { path, ...both, isJson, missing: answer.missing, secrets: namesIn(answer.pieces) };
  });
  return problems.length > 0 ? { problems } : { texts: filled, missing: [...missing] };
}
