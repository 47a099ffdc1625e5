import type { Json } from '../../kernel/json.ts';
import { headerKind } from '../records/masking/headers.rules.ts';
import { mapLeaves, maskThrough } from '../records/masking/tree.rules.ts';
import type { RenderedRequest } from './rendered.rules.ts';

/** JSON is parsed, so that credentials are found by the names of members. */
function bodyTree(body: string | null): Json {
  try {
    return JSON.parse(body ?? 'null');
  } catch {
    return body;
  }
}

/** The credentials in a request as it is sent, whatever their origin: the target may echo them. */
export const credentialsOf = ({ url, headers, body }: RenderedRequest): ReadonlySet<string> =>
  maskThrough((leaf) => [
    leaf(url, 'url'),
    Object.entries(headers).map(([name, value]) => leaf(value, headerKind(name))),
    mapLeaves(bodyTree(body), leaf),
  ]).literals;
