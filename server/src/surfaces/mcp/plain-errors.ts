import { z } from 'zod';
import { type FieldProblem, invalid, problemsOf } from '../../kernel/fields.ts';
import type { ToolExchange } from './exchange.ts';

const INVALID_PARAMS = -32602;

interface RpcError {
  id: unknown;
  error: { code: number; message: string };
}

const isMembers = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * The issues found by the SDK's validator, if an error ends with them. Searched without a regular expression,
 * because other errors repeat what was sent, which may be long.
 */
function issuesIn(message: string): z.core.$ZodIssue[] | null {
  const start = message.indexOf('[\n');
  if (start < 0) return null;
  try {
    const found: unknown = JSON.parse(message.slice(start));
    const areIssues = (found as unknown[]).every((each) => isMembers(each) && Array.isArray(each['path']));
    return areIssues ? (found as z.core.$ZodIssue[]) : null;
  } catch {
    return null;
  }
}

/**
 * In JSON-RPC, a field that is `null` is present, so it is reported as having the wrong type and not as
 * missing.
 */
function withoutNulls(sent: unknown): unknown {
  const params = isMembers(sent) ? sent['params'] : undefined;
  if (!isMembers(params)) return { params };
  return {
    params: Object.fromEntries(Object.entries(params).map(([name, value]) => [name, value ?? false])),
  };
}

/**
 * For params that violate the protocol, the SDK returns its validator's dump, sometimes as an internal error.
 * This replaces it with one message, `<field>: <reason>` as everywhere (contract: Tool server 15).
 */
export function toPlainError(exchange: ToolExchange, sent: unknown): ToolExchange {
  if (exchange.body === null) return exchange;
  const { id, error } = JSON.parse(exchange.body) as Partial<RpcError>;
  const issues = error && issuesIn(error.message);
  if (!issues) return exchange;
  const problems = problemsOf(new z.ZodError(issues), withoutNulls(sent)).map(
    ({ path, reason }): FieldProblem => ({ path: path.length > 1 ? path.slice(1) : path, reason }),
  );
  const plain = { code: INVALID_PARAMS, message: invalid(problems).message };
  return { ...exchange, body: JSON.stringify({ jsonrpc: '2.0', id, error: plain }) };
}
