import type { z } from 'zod';

const NUMBER = /^-?\d+(\.\d+)?$/;

/** Limits a number that is too large to be exact, so that a maximum can reject it. */
const numberOf = (text: string) => Math.min(Number(text), Number.MAX_SAFE_INTEGER);

function baseType(schema: z.core.$ZodType): string {
  const def = schema._zod.def as { type: string; innerType?: z.core.$ZodType; in?: z.core.$ZodType };
  if (def.innerType) return baseType(def.innerType);
  if (def.type === 'pipe' && def.in) return baseType(def.in);
  return def.type;
}

/** Queries and command lines contain only strings: converts each to the type that the input requires. */
export function createTextCoercer(
  input: z.ZodObject,
): (member: string, text: string) => string | number | boolean {
  const types = new Map(Object.entries(input.shape).map(([name, schema]) => [name, baseType(schema)]));
  return (member, text) => {
    const type = types.get(member);
    if (type === 'boolean') return text === 'true';
    return type === 'number' && NUMBER.test(text) ? numberOf(text) : text;
  };
}
