import { followDesign } from '../../../../../server/src/features/rendering/design/follow-design.rules.ts';
import type { JsonObject } from '../../../../../server/src/kernel/json.ts';
import { type LayoutWork, pickFields } from './layout-work.rules.ts';
import { changesOf, type Session, workOf } from './session.rules.ts';

interface Sending {
  /** The main language. */
  main: string;
  /** Whether other languages change their blocks and looks with the main one. */
  follows: boolean;
}

interface ToSend {
  /** Of the main language. */
  fields: JsonObject;
  translations: Record<string, JsonObject>;
  /** The changed languages as they are here. */
  work: LayoutWork;
}

const designOf = (content: JsonObject | undefined) => content?.['bodyDesign'] as JsonObject | undefined;

/** What a save sends: what was touched in each language, so that the rest stays as it is, and as outdated. */
export function toSend(session: Session, { main, follows }: Sending): ToSend {
  const work = workOf(session);
  const [before, after] = [designOf(session.base.state[main]), designOf(work[main])];
  const changes = [...changesOf(session)].map(([locale, changed]) => {
    const content = work[locale] as JsonObject;
    return { locale, content, fields: pickFields(content, changed) };
  });
  // A design that is sent lies over what the server carries over, so it is carried over here as well.
  const followed = (fields: JsonObject): JsonObject => {
    const own = designOf(fields);
    if (!follows || !own || !before || !after) return fields;
    return { ...fields, bodyDesign: followDesign({ before, after, own }) };
  };
  const others = changes.filter(({ locale }) => locale !== main);
  return {
    fields: changes.find(({ locale }) => locale === main)?.fields ?? {},
    translations: Object.fromEntries(others.map(({ locale, fields }) => [locale, followed(fields)])),
    work: Object.fromEntries(changes.map(({ locale, content }) => [locale, content])),
  };
}

const PREFIX = 'translations.';

/** Faults by field, of one language; those of another one begin with `translations.<code>.`. */
export function faultsIn(
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
