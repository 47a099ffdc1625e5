import { internalError } from '../../src/kernel/error.ts';
import type { RawAnswer } from './http-client.ts';

/** Words that only the service's internals use. No generated value contains one of them. */
const INTERNAL =
  /\n\s*at |node_modules|node:internal|file:\/\/|\.[cm]?[tj]s:\d|syntax error|violates|invalid input syntax|invalid byte|duplicate key|relation "|(?:Type|Range|Reference|Syntax)Error|Cannot read|is not a function|ECONN|FST_ERR|ZodError/;
/** Signs of a value that was interpolated into a sentence unchecked. */
const CARELESS_INTERPOLATION = /\bundefined\b|\[object \w+\]/;

const members = (value: unknown): string[] =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.keys(value) : [];

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const shortened = (text: string) => JSON.stringify(text.length > 500 ? `${text.slice(0, 500)}…` : text);

/** spec: Errors: exactly one member, which is a string. */
function wrongRefusal(text: string): string | null {
  const body = parsed(text);
  const error = (body as { error?: unknown } | undefined)?.error;
  if (members(body).join() !== 'error' || typeof error !== 'string' || error === '')
    return 'an error is not exactly { error: text }';
  return CARELESS_INTERPOLATION.test(error) ? 'an error text holds a value that was not looked at' : null;
}

function generalProblem({ status, headers, text }: RawAnswer): string | null {
  if (status >= 500) return 'a fault of ours';
  if (status < 200) return 'no final status';
  if (!headers['x-request-id']) return 'no X-Request-Id';
  return INTERNAL.test(text) ? 'internal words' : null;
}

const complaint = (answer: RawAnswer, wrong: string | null) =>
  wrong && `${wrong}: ${answer.status} ${JSON.stringify(answer.headers)} ${shortened(answer.text)}`;

/** What is wrong with an answer of the REST API, if anything. */
export function judgeRest(method: string, answer: RawAnswer): string | null {
  const wrongBody = () => {
    if (method === 'HEAD') return answer.text === '' ? null : 'a body in answer to HEAD';
    if (!String(answer.headers['content-type']).startsWith('application/json')) return 'not JSON';
    if (answer.status >= 400) return wrongRefusal(answer.text);
    return parsed(answer.text) === undefined ? 'not JSON' : null;
  };
  return complaint(answer, generalProblem(answer) ?? wrongBody());
}

/**
 * Errors that precede JSON-RPC (contract: Every answer 2); 400 is one of them only for an unknown toolset.
 */
const BEFORE_PROTOCOL = new Set([401, 403, 404, 405, 413, 415, 429]);
/**
 * An internal error; the SDK also uses it for malformed parameters of `initialize`, and lists what is wrong.
 */
const PROTOCOL_FAULT = -32603;

function wrongMessage(text: string): string | null {
  const message = parsed(text) as Record<string, unknown> | undefined;
  if (message?.['jsonrpc'] !== '2.0') return 'not JSON-RPC';
  const error = message['error'] as { code?: unknown; message?: unknown } | undefined;
  if ('result' in message === (error !== undefined)) return 'neither a result nor an error, or both';
  if (error) {
    if (!Number.isInteger(error.code) || typeof error.message !== 'string') return 'a malformed error';
    const isSchemaComplaint = error.message.startsWith('[\n  {');
    return error.code === PROTOCOL_FAULT && !isSchemaComplaint ? 'a fault of ours' : null;
  }
  // An error inside a tool is returned as a result.
  return text.includes(internalError().message) ? 'a fault of ours' : null;
}

/** What is wrong with an answer of the tool server, if anything. */
export function judgeTool(answer: RawAnswer): string | null {
  const wrongBody = () => {
    if (answer.status === 202) return answer.text === '' ? null : 'a body in answer to a notification';
    const isToolset = answer.status === 400 && answer.text.startsWith('{"error":"toolsets: ');
    const isEarly = isToolset || BEFORE_PROTOCOL.has(answer.status);
    const isRefusal = isEarly && members(parsed(answer.text)).join() === 'error';
    const isMessage = answer.text.includes('"jsonrpc"');
    return isRefusal && !isMessage ? wrongRefusal(answer.text) : wrongMessage(answer.text);
  };
  return complaint(answer, generalProblem(answer) ?? wrongBody());
}

/** Counts each kind of answer. */
export class AnswerCounts {
  readonly #counts = new Map<string, number>();

  add(what: string) {
    this.#counts.set(what, (this.#counts.get(what) ?? 0) + 1);
  }

  of = (what: string) => this.#counts.get(what) ?? 0;

  get total() {
    return [...this.#counts.values()].reduce((sum, count) => sum + count, 0);
  }

  share = (what: string) => this.of(what) / Math.max(1, this.total);

  toString = () =>
    [...this.#counts]
      .sort()
      .map(([what, count]) => `${what}: ${count}`)
      .join(', ');
}
