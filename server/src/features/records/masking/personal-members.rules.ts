import { NAME_MEMBER, type NamedMember, VALUE_MEMBER } from './credential-names.rules.ts';
import type { PersonalKind } from './mask.rules.ts';
import { type PersonalHint, personalHintOf, type Subject, subjectOf } from './personal-names.rules.ts';

/** Hints about a value from the names above it. */
export interface NameContext {
  kind: PersonalHint;
  subject: Subject;
}

export const NO_NAME_CONTEXT: NameContext = { kind: null, subject: null };

/** Names that continue the one above: `phone: { number }`, `name: { first, last }`. */
const RESTS: Partial<Record<PersonalKind | 'who' | 'address', RegExp>> = {
  email: /^(?:value|address|text|raw)$/i,
  phone: /^(?:value|number|text|raw|formatted|e164|national|international)$/i,
  name: /^(?:value|text|raw|first|last|middle|full|given|family)$/i,
  who: /^(?:first|last|middle|full|given|family)$/i,
  street: /^(?:value|text|raw|name|number)$/i,
  address:
    /^(?:line_?\d?|number|complement|formatted|text|raw|full|unit|district|ward|sub_?locality|flat|building)$/i,
  place: /^(?:value|text|raw|name)$/i,
  number: /^(?:value|number|text|raw)$/i,
  birth: /^(?:value|date|text|raw)$/i,
};
/** Latin American shops ask for "the document", meaning the number in it. */
const DOCUMENT = /^(?:document|documento|identification)(?:_?number)?$/i;
const PERSONS_REST = /^(?:first|last)$/i;

/** A few words of letters: neither "#1001" nor "Test item 2". */
export const looksLikeName = (text: string) =>
  text.length <= 80 && /^\p{L}[\p{L}\p{M} '’.,&-]+$/u.test(text) && text.split(' ').length <= 6;

/** `{ name: "Birthday", value: "…" }`: one member names the other. */
function promisedBySibling(members: readonly NamedMember[]): PersonalHint {
  if (!members.some(({ name }) => VALUE_MEMBER.test(name))) return null;
  for (const { name, text } of members) {
    if (
      text === null ||
      text.length > 64 ||
      !(NAME_MEMBER.test(name) || /^(?:label|title|type)$/i.test(name))
    )
      continue;
    const kind = personalHintOf(text);
    if (kind !== null && kind !== 'who') return kind;
  }
  return null;
}

export const IDENTIFYING_KINDS = new Set<PersonalHint>(['email', 'phone', 'name', 'street', 'address']);

/** The kind of each member of an object. */
export function personalMembers(members: readonly NamedMember[], place: NameContext): NameContext[] {
  const promised = members.map(({ name }) => personalHintOf(name));
  const bySibling = promisedBySibling(members);
  const together = promised.some((kind) => IDENTIFYING_KINDS.has(kind));
  const rest = place.kind === null ? undefined : RESTS[place.kind];
  return members.map(({ name, text }, i) => {
    const subject = subjectOf(name);
    let kind = promised[i] ?? null;
    if (bySibling !== null && VALUE_MEMBER.test(name)) kind = bySibling;
    if (kind === null || kind === 'who' || kind === 'address') kind = rest?.test(name) ? place.kind : kind;
    if (kind === null && place.subject === 'person' && PERSONS_REST.test(name)) kind = 'name';
    if (kind === 'who' && isPersonsName(text, place, together)) kind = 'name';
    if (kind === null && subject === 'person' && text !== null && isFullName(text)) kind = 'name';
    if (kind === null && DOCUMENT.test(name) && text !== null && /^[\d./-]{8,20}$/.test(text))
      kind = 'number';
    return { kind, subject };
  });
}

export const isFullName = (text: string) => looksLikeName(text) && /^\p{Lu}\S* \p{Lu}/u.test(text);

function isPersonsName(text: string | null, place: NameContext, together: boolean): boolean {
  if (place.subject === 'business' || (text !== null && !looksLikeName(text))) return false;
  // Next to an address, `name` may be "default"; people's names have a capital or two words.
  const written = text === null || /\s/.test(text.trim()) || !/^\p{Ll}/u.test(text);
  return place.subject === 'person' || (written && (together || place.kind === 'address'));
}
