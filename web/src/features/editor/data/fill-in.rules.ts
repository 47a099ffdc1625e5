import { knownPieces } from 'outstep/features/layouts/content/variables.rules.ts';
import type { Json, JsonObject, JsonPath } from 'outstep/kernel/json.ts';
import { isPlainObject } from 'outstep/kernel/plain-object.ts';
import type { KnownVariable, SentVariables } from '../text/sent-variables.rules.ts';

type JsonContainer = JsonObject | Json[];

function sampleOf({ kind, sample }: KnownVariable): Json {
  if (kind === 'list') return [];
  const number = Number(sample);
  if ((kind === 'number' || kind === 'amount') && sample !== null && Number.isFinite(number)) return number;
  return kind === 'boolean' ? sample === 'true' : sample;
}

const isContainer = (value: Json | undefined): value is JsonContainer =>
  Array.isArray(value) || isPlainObject(value);

/** Sets a value where none exists; existing values keep their shape. */
function put(root: JsonObject, pieces: JsonPath, value: Json) {
  let at: JsonContainer = root;
  for (const [i, piece] of pieces.entries()) {
    if (piece === '__proto__' || Array.isArray(at) !== (typeof piece === 'number')) return;
    const members = at as Record<string | number, Json>;
    const isLast = i === pieces.length - 1;
    if (!Object.hasOwn(members, piece))
      members[piece] = isLast ? value : typeof pieces[i + 1] === 'number' ? [] : {};
    const next = members[piece];
    if (isLast || !isContainer(next)) return;
    at = next;
  }
}

/** The test variables, with samples from recent steps for anything that they lack. */
export function fillIn(tested: JsonObject, { variables }: SentVariables): JsonObject {
  const root = structuredClone(tested);
  const own = new Set<string>();
  for (const known of variables.values()) {
    const { path, kind, sentBy } = known;
    if (sentBy === 0 || kind === null || kind === 'object') continue;
    const pieces = knownPieces(path);
    // Lists that the test variables have are complete; nothing is added to their entries.
    const list = path.slice(0, path.indexOf('['));
    if (path.includes('[') && own.has(list)) continue;
    if (kind === 'list' && hasPath(tested, pieces)) own.add(path);
    put(root, pieces, sampleOf(known));
  }
  return root;
}

function hasPath(root: Json, pieces: JsonPath): boolean {
  let at: Json | undefined = root;
  for (const piece of pieces) {
    if (!isContainer(at) || !Object.hasOwn(at, piece)) return false;
    at = (at as Record<string | number, Json>)[piece];
  }
  return true;
}
