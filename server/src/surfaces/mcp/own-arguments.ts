import { z } from 'zod';
import type { IfMatch } from '../../kernel/etag.ts';
import { etagOf } from '../../kernel/etag.ts';
import { parseFields } from '../../kernel/fields.ts';
import type { AnyOperation } from '../../kernel/operation.ts';
import { requireIdempotencyKey } from '../calls/run-once.ts';

/** The arguments of a tool call before they are parsed. */
export type ToolArguments = Record<string, unknown>;

const KEY = 'idempotency_key';
const REMOVAL = 'allow_removal';

/** The equivalents of REST headers, and arguments that only tools have. */
const members = {
  revision: z
    .int()
    .min(1)
    .optional()
    .describe(
      'The `revision` that you read. If the record has changed since, the call is rejected and the error names the changes.',
    ),
  [REMOVAL]: z
    .boolean()
    .optional()
    .describe(
      'Saves even if the call removes a lot: more than half of the blocks or text of a language, or blocks that other languages of the layout have. Without it, such a call is rejected and nothing is saved.',
    ),
  [KEY]: z
    .string()
    .optional()
    .describe(
      'Identifies this call, up to 256 characters. A repeat within 24 hours returns the same result without running again.',
    ),
};

/**
 * The additional arguments of a tool: the equivalents of `If-Match` and `Idempotency-Key` if REST has them
 * and something is written (contract: Tool server 11; Tool server 12).
 */
export function ownArgumentsOf({ etagOf, rest, access, guardsRemoval }: AnyOperation): z.ZodObject {
  const isWrite = access === 'write' || access === 'execute';
  return z.object({
    ...(isWrite && etagOf && { revision: members.revision }),
    ...(isWrite && rest[0]?.method === 'POST' && { [KEY]: members[KEY] }),
    ...(guardsRemoval && { [REMOVAL]: members[REMOVAL] }),
  });
}

interface OwnMembers {
  revision?: number;
  [KEY]?: string;
  [REMOVAL]?: boolean;
}

export interface OwnArguments {
  ifMatch: IfMatch;
  sent: { field: string; key: string } | null;
  refusesRemoval: boolean;
  /** The arguments of the operation. */
  args: ToolArguments;
}

export function readOwnArguments(own: z.ZodObject, all: ToolArguments): OwnArguments {
  const isOwn = (name: string) => Object.hasOwn(own.shape, name);
  const entries = Object.entries(all);
  const said = parseFields(own, Object.fromEntries(entries.filter(([name]) => isOwn(name))));
  const { revision, [KEY]: key, [REMOVAL]: removal } = said as OwnMembers;
  return {
    ifMatch: revision === undefined ? null : [etagOf({ revision })],
    sent: key === undefined ? null : { field: KEY, key: requireIdempotencyKey(KEY, key) },
    refusesRemoval: isOwn(REMOVAL) && removal !== true,
    args: Object.fromEntries(entries.filter(([name]) => !isOwn(name))),
  };
}
