import type { Json } from '../../kernel/json.ts';
import { headerKind } from '../records/masking/headers.rules.ts';
import { mapLeaves, maskThrough } from '../records/masking/tree.rules.ts';
import type { RenderedRequest } from './rendered.rules.ts';

/** As the members of a request are read: a body that is JSON by its members. */
function bodyTree(body: string | null): Json {
  try {
    return JSON.parse(body ?? 'null');
  } catch {
    return body;
  }
}

/** The credentials of a request as it goes out, whoever wrote them: its target may send them back. */
export const credentialsOf = ({ url, headers, body }: RenderedRequest): ReadonlySet<string> =>
  maskThrough((leaf) => [
    leaf(url, 'url'),
    Object.entries(headers).map(([name, value]) => leaf(value, headerKind(name))),
    mapLeaves(bodyTree(body), leaf),
  ]).literals;
