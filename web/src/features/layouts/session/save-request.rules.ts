import { followDesign } from 'outstep/features/rendering/design/follow-design.rules.ts';
import type { JsonObject } from 'outstep/kernel/json.ts';
import { type ContentField, type LayoutWork, pickFields } from './layout-work.rules.ts';
import { changedFieldsByLanguage, type EditSession, workOf } from './session.rules.ts';

export interface SaveOptions {
  /** Code of the main language. */
  main: string;
  /** Whether block and style changes of the main language also apply to the others. */
  follows: boolean;
}

interface SaveRequest {
  /** The changed fields of the main language. */
  fields: JsonObject;
  translations: Record<string, JsonObject>;
  /** The changed languages as in the editor. */
  work: LayoutWork;
}

export const designOf = (content: JsonObject | undefined) =>
  content?.['bodyDesign'] as JsonObject | undefined;

/** The design of a language, including the main language's changes if it follows them. */
function followedDesign(session: EditSession, { main, follows }: SaveOptions, own: JsonObject): JsonObject {
  const [before, after] = [designOf(session.base.state[main]), designOf(workOf(session)[main])];
  return follows && before && after ? followDesign({ before, after, own }) : own;
}

/** The fields of a language to send. */
function fieldsToSend(
  session: EditSession,
  sending: SaveOptions,
  [locale, changed]: readonly [string, readonly ContentField[]],
): JsonObject {
  const fields = pickFields(workOf(session)[locale] as JsonObject, changed);
  const own = designOf(fields);
  if (locale === sending.main || !own) return fields;
  // A sent design replaces the one that the server would update, so the main language's changes are applied
  // here too.
  return { ...fields, bodyDesign: followedDesign(session, sending, own) };
}

/** A save sends only the members changed in each language, so that the server keeps the rest and its stale marks. */
export function saveRequestOf(session: EditSession, sending: SaveOptions): SaveRequest {
  const work = workOf(session);
  const changes = [...changedFieldsByLanguage(session)].map((change) => ({
    ...{ locale: change[0], fields: fieldsToSend(session, sending, change) },
  }));
  const others = changes.filter(({ locale }) => locale !== sending.main);
  return {
    fields: changes.find(({ locale }) => locale === sending.main)?.fields ?? {},
    translations: Object.fromEntries(others.map(({ locale, fields }) => [locale, fields])),
    work: Object.fromEntries(changes.map(({ locale }) => [locale, work[locale] as JsonObject])),
  };
}

/** A language as the server will store it: sent values override those carried over from the main language. */
export function contentAfter(session: EditSession, sending: SaveOptions, locale: string): JsonObject {
  const before = session.base.state[locale] as JsonObject;
  const sent = fieldsToSend(session, sending, [locale, changedFieldsByLanguage(session).get(locale) ?? []]);
  const own = designOf(before);
  const isCarriedOver = locale !== sending.main && own && !designOf(sent);
  return {
    ...before,
    ...(isCarriedOver && { bodyDesign: followedDesign(session, sending, own) }),
    ...sent,
  };
}

const PREFIX = 'translations.';

/** The errors of one language by field; those of languages other than the main one have a prefix. */
export function errorsOfLanguage(
  faults: Readonly<Record<string, string>>,
  locale: string,
  main: string,
): Record<string, string> {
  const prefix = locale === main ? '' : `${PREFIX}${locale}.`;
  const own = Object.entries(faults).filter(([field]) =>
    locale === main ? !field.startsWith(PREFIX) : field.startsWith(prefix),
  );
  return Object.fromEntries(own.map(([field, reason]) => [field.slice(prefix.length), reason]));
}
