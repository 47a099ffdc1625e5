import type { Json, JsonObject } from '../../../../../server/src/kernel/json.ts';
import { isPlainObject } from '../../../../../server/src/kernel/plain-object.ts';

/** Test variables may be a megabyte; a list of more is read by nobody. */
const MOST = 200;
const PLAIN_NAME = /^[a-zA-Z_][\w-]*$/;

/** Paths of everything in the variables that can be written as it is, as one writes them in Liquid. */
export function pathsOf(variables: JsonObject): string[] {
  const found: string[] = [];
  const visit = (value: Json | undefined, path: string) => {
    if (found.length >= MOST) return;
    if (isPlainObject(value)) {
      for (const [name, inner] of Object.entries(value as JsonObject))
        if (PLAIN_NAME.test(name)) visit(inner, `${path}.${name}`);
    } else if (Array.isArray(value)) visit(value[0], `${path}[0]`);
    else if (value !== null && value !== undefined) found.push(path);
  };
  visit(variables, 'variables');
  return found;
}
