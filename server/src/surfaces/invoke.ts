import { z } from 'zod';
import { demandMatch } from '../kernel/etag.ts';
import { parseFields } from '../kernel/fields.ts';
import type { Answer, AnyOperation, IfMatch } from '../kernel/operation.ts';

/** A call as a surface read it, before anything of it is believed. */
export interface Call {
  /** Members of the path; an operation finds its record by these. */
  path: Record<string, string>;
  /** Query, body or arguments. */
  fields: Record<string, unknown>;
  ifMatch: IfMatch;
  /**
   * When the fields are looked at: those of a query before the record is sought (400, then 404),
   * those of a body after it (404, 412, then 400).
   */
  fieldsFirst: boolean;
  /** Whether an unknown member is refused; otherwise it is passed over and named. */
  strict: boolean;
}

export interface Outcome {
  answer: Answer<unknown>;
  ignored: string[];
}

const strictSchemas = new WeakMap<z.ZodObject, z.ZodObject>();

function strictly(schema: z.ZodObject): z.ZodObject {
  let strict = strictSchemas.get(schema);
  if (!strict) {
    strict = z.strictObject(schema.shape);
    strictSchemas.set(schema, strict);
  }
  return strict;
}

/** Runs an operation in the contract's order of checks; every surface goes through here. */
export async function invoke(operation: AnyOperation, ctx: unknown, call: Call): Promise<Outcome> {
  const read = () => {
    const schema = call.strict ? strictly(operation.input) : operation.input;
    return parseFields(schema, { ...call.fields, ...call.path });
  };
  let input = call.fieldsFirst ? read() : undefined;
  const found = await operation.find?.(ctx, call.path);
  if (operation.etagOf) demandMatch(call.ifMatch, operation.etagOf(found));
  input ??= read();
  const answer = await operation.run(ctx, input, found);
  const ignored = call.strict
    ? []
    : Object.keys(call.fields).filter(
        (name) => !Object.hasOwn(operation.input.shape, name) || name in call.path,
      );
  return { answer, ignored };
}
