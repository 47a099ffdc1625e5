import type { Json } from '../../kernel/json.ts';
import { headerKind } from '../records/masking/headers.rules.ts';
import { mapLeaves, visitedLiterals } from '../records/masking/tree.rules.ts';
import type { RenderedRequest } from './rendered-request.rules.ts';

/** JSON that starts with anything else contains no credential. */
const MAYBE_JSON = /^\s*[[{"]/;

/** JSON is parsed, so that credentials are found by the names of members. */
function bodyTree(body: string | null): Json {
  if (body === null || !MAYBE_JSON.test(body)) return body;
  try {
    return JSON.parse(body);
  } catch {
    return body;
  }
}

/** The credentials in a request as it is sent, whatever their origin: the target may echo them. */
export const credentialsOf = ({ url, headers, body }: RenderedRequest): ReadonlySet<string> =>
  visitedLiterals((leaf) => [
    leaf(url, 'url'),
    Object.entries(headers).map(([name, value]) => leaf(value, headerKind(name))),
    mapLeaves(bodyTree(body), leaf),
  ]);
