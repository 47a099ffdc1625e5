import type { Json, JsonObject } from 'outstep/kernel/json.ts';
import { isPlainObject } from 'outstep/kernel/plain-object.ts';

/** Test variables may be a megabyte; a list of more is read by nobody. */
const MOST = 200;
const PLAIN_NAME = /^[a-zA-Z_][\w-]*$/;

/** Paths of everything in a value that can be written as it is, and of its lists, as one writes them in Liquid. */
export function pathsOf(value: Json | undefined, root: string): string[] {
  const found: string[] = [];
  const visit = (inner: Json | undefined, path: string) => {
    if (found.length >= MOST) return;
    if (isPlainObject(inner)) {
      for (const [name, member] of Object.entries(inner as JsonObject))
        if (PLAIN_NAME.test(name)) visit(member, `${path}.${name}`);
    } else if (Array.isArray(inner)) {
      found.push(path);
      visit(inner[0], `${path}[0]`);
    } else if (inner !== null && inner !== undefined) found.push(path);
  };
  visit(value, root);
  return found;
}
