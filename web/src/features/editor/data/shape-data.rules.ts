import { splitIdentifier, valueKindOf } from 'outstep/features/layouts/sent-variables/value-kind.rules.ts';
import type { Json, JsonObject } from 'outstep/kernel/json.ts';
import { isPlainObject } from 'outstep/kernel/plain-object.ts';

/** Shapes of data that commonly break emails. */
export const shapes = ['missing', 'longest', 'rightToLeft', 'one', 'fifty'] as const;
export type Shape = (typeof shapes)[number];

/** Test variables may be a megabyte, so only this many values are processed. */
const MOST_VALUES = 5000;
const DEEPEST = 12;
const FIFTY = 50;
const LONGEST = 300;

/** URLs, codes and colors mean something else, or nothing, when they are longer or in another script. */
const FIXED =
  /^(?:(?:https?|mailto|tel|data|cid):|\/|#[\da-fA-F]{6}$|[A-Z]{2,3}$|[a-z]{2}(?:-[A-Z]{2})?$|[\w-]+\.(?:png|jpe?g|gif|webp|svg|pdf)$)/;
const EMAIL = /^[^\s@]+@[^\s@]+$/;
const NAMES = new Set(
  'name first last title company city street address country vendor product recipient greeting label'.split(
    ' ',
  ),
);

const LONG_WORDS =
  'Maximiliane-Alexandra von und zu Hohenstein-Oettingen, Donaudampfschifffahrtsgesellschaft mbH & Co. KG, Llanfairpwllgwyngyll';
const LONG_EMAIL = 'maximiliane-alexandra.hohenstein-oettingen@donaudampfschifffahrtsgesellschaft.example';
const RIGHT_TO_LEFT = ['محمد عبد الرحمن', 'נועה לוי־כהן', 'فاطمة الزهراء بنت أحمد', 'יונתן בן־דוד'];

function longText(text: string): string {
  if (EMAIL.test(text)) return LONG_EMAIL;
  const wanted = Math.min(LONGEST, Math.max(80, text.length * 3));
  let long = text;
  while (long.length < wanted) long += ` ${LONG_WORDS}`;
  return long.slice(0, Math.max(wanted, text.length)).toWellFormed();
}

function longest(name: string, value: Json): Json {
  const kind = valueKindOf(name, value);
  if (kind === 'amount') return typeof value === 'number' ? 1_234_567.89 : '1234567.89';
  if (kind === 'number') return 1_234_567;
  return typeof value === 'string' && kind === 'text' && !FIXED.test(value) ? longText(value) : value;
}

/** Changes only names: text written by shops is in the language of the email. */
function rightToLeft(name: string, value: Json, number: number): Json {
  const isName = typeof value === 'string' && splitIdentifier(name).some((word) => NAMES.has(word));
  if (!isName || FIXED.test(value) || !/\p{L}/u.test(value) || /\d/.test(value)) return value;
  return RIGHT_TO_LEFT[number % RIGHT_TO_LEFT.length] as string;
}

interface ShapeOptions {
  leaf?(name: string, value: Json, number: number): Json;
  /** Number of entries for lists that aren't nested in another; unchanged by default. */
  entries?: number;
}

/** The same variables in another shape. Values beyond the limits are omitted. */
function shaped(variables: JsonObject, { leaf = (_, value) => value, entries }: ShapeOptions): JsonObject {
  let left = MOST_VALUES;
  let number = 0;
  const visit = (name: string, value: Json, depth: number, isInList: boolean): Json => {
    left--;
    if (depth > DEEPEST) return null;
    if (Array.isArray(value)) {
      const count = entries === undefined || isInList || value.length === 0 ? value.length : entries;
      const list: Json[] = [];
      for (let i = 0; i < count && left > 0; i++)
        list.push(visit(name, value[i % value.length] as Json, depth + 1, true));
      return list;
    }
    if (!isPlainObject(value)) return leaf(name, value, number++);
    const members: [string, Json][] = [];
    for (const [inner, member] of Object.entries(value as JsonObject)) {
      if (left <= 0) break;
      members.push([inner, visit(inner, member, depth + 1, isInList)]);
    }
    return Object.fromEntries(members);
  };
  return visit('', variables, 0, false) as JsonObject;
}

export function shapeData(shape: Shape, variables: JsonObject): JsonObject {
  if (shape === 'missing') return {};
  if (shape === 'longest') return shaped(variables, { leaf: longest });
  if (shape === 'rightToLeft') return shaped(variables, { leaf: rightToLeft });
  return shaped(variables, { entries: shape === 'one' ? 1 : FIFTY });
}
