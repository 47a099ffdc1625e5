import { z } from 'zod';
import type { AuditEntry, AuditRows } from '../../kernel/audit.ts';
import { OperationError } from '../../kernel/error.ts';
import type { IfMatch } from '../../kernel/etag.ts';
import { requireMatch, revisionOfTag, staleError } from '../../kernel/etag.ts';
import { firstMatchingNames, membersFor, parseFields } from '../../kernel/fields.ts';
import { isUuid } from '../../kernel/id.ts';
import {
  type ActorContext,
  type AnyOperation,
  isAudited,
  type OperationResult,
  type PathParams,
} from '../../kernel/operation.ts';
import { runAtomically } from './run-atomically.ts';

const MAX_TARGET = 200;
/** More than fit into the header, however short they are. */
export const MAX_IGNORED_NAMES = 1000;

/** A call as a surface read it, before anything is checked. */
export interface OperationCall {
  /** Path parameters; an operation finds its record by these. */
  path: PathParams;
  /** Query, body or arguments. */
  fields: Record<string, unknown>;
  ifMatch: IfMatch;
  /**
   * When the fields are checked: those of a query before the record is looked up (400, then 404), those of a
   * body after it (404, 412, then 400).
   */
  fieldsFirst: boolean;
  /** Whether an unknown field is rejected; otherwise it is ignored and reported. */
  strict: boolean;
}

export interface InvokeResult {
  answer: OperationResult<unknown>;
  /** Fields that had no effect. */
  ignored: string[];
}

const strictSchemas = new WeakMap<z.ZodObject, z.ZodObject>();

function strict(schema: z.ZodObject): z.ZodObject {
  let strict = strictSchemas.get(schema);
  if (!strict) {
    strict = z.strictObject(schema.shape);
    strictSchemas.set(schema, strict);
  }
  return strict;
}

/** Names in the path, or the ID of the result; anything else might be a sensitive value. */
function targetOf(operation: AnyOperation, { path }: OperationCall, value: unknown): string | null {
  if (value !== undefined && operation.target) return operation.target(value);
  const named = Object.values(path);
  if (named.length > 0) return named.join(' ').slice(0, MAX_TARGET);
  const id = (value as { id?: unknown } | undefined)?.id;
  return isUuid(id) ? id : null;
}

/**
 * Writes the audit entry, unless the operation has written it in its own transaction; a failed target was
 * called nevertheless (contract: The app 3).
 */
async function runAudited<T>(
  operation: AnyOperation,
  ctx: ActorContext,
  call: OperationCall,
  run: (ctx: ActorContext, auditRows?: AuditRows) => Promise<OperationResult<T>>,
): Promise<OperationResult<T>> {
  if (!isAudited(operation)) return run(ctx);
  const entryOf = (value: unknown): AuditEntry => ({
    operation: operation.name,
    target: targetOf(operation, call, value),
    summary: operation.summary,
  });
  if (operation.atomic)
    return runAtomically(
      ctx.db,
      (db) => run({ ...ctx, db }),
      ({ value }) => ctx.audit.rows(entryOf(value)),
    );
  const record = (value: unknown) => ctx.audit(entryOf(value));
  let isTold = false;
  try {
    const answer = await run(ctx, (value) => {
      isTold = true;
      return ctx.audit.rows(entryOf(value));
    });
    if (!isTold) await record(answer.value);
    return answer;
  } catch (error) {
    if (error instanceof OperationError && error.kind === 'target_failed') await record(undefined);
    throw error;
  }
}

/**
 * Fields that are unknown to the operation, and query values that it could not interpret
 * (contract: Fields 5).
 */
function ignoredIn(
  { input }: AnyOperation,
  call: OperationCall,
  parsed: Record<string, unknown> | undefined,
): string[] {
  const isIgnored = (name: string) => {
    if (!Object.hasOwn(input.shape, name) || name in call.path) return true;
    return parsed !== undefined && call.fields[name] !== null && parsed[name] === undefined;
  };
  return firstMatchingNames(call.fields, MAX_IGNORED_NAMES, isIgnored);
}

/**
 * Names the fields that have changed since a caller's stale revision, so that the caller can repeat the
 * change.
 */
async function namingChanges<T>(
  operation: AnyOperation,
  ctx: unknown,
  { ifMatch }: OperationCall,
  found: unknown,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const revision = ifMatch?.map(revisionOfTag).find((each) => each !== null);
    const isStale = error instanceof OperationError && error.kind === 'stale';
    if (!isStale || revision == null || !operation.changedSince) throw error;
    throw staleError(await operation.changedSince(ctx, found, revision));
  }
}

/**
 * Runs an operation, with all checks in one order; every surface uses this
 * (contract: Order of checks 1; Order of checks 2).
 */
export async function invoke(
  operation: AnyOperation,
  ctx: unknown,
  call: OperationCall,
): Promise<InvokeResult> {
  const read = () => {
    const schema = call.strict ? strict(operation.input) : operation.input;
    return parseFields(schema, { ...membersFor(schema, call.fields), ...call.path });
  };
  const early = call.fieldsFirst ? read() : undefined;
  const found = await operation.find?.(ctx, call.path);
  const answer = await namingChanges(operation, ctx, call, found, async () => {
    if (operation.etagOf) requireMatch(call.ifMatch, operation.etagOf(found));
    const input = early ?? read();
    return runAudited(operation, ctx as ActorContext, call, (own, auditRows) =>
      operation.run(own, input, found, auditRows),
    );
  });
  return { answer, ignored: ignoredIn(operation, call, early) };
}
