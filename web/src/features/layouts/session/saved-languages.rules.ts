import type { JsonObject } from 'outstep/kernel/json.ts';
import { contentAfter, designOf, type SaveOptions } from './save-request.rules.ts';
import { changedFieldsByLanguage, type EditSession, unparsedIn, workOf } from './session.rules.ts';

/** A language that a save writes. */
export interface SavedLanguage {
  locale: string;
  /**
   * The language on the server and after the save. Computed on demand, because that is slow for a large
   * design.
   */
  contents(): { before: JsonObject; after: JsonObject };
  /** Test variables for both previews; `null` if there are none. */
  samples: JsonObject | null;
  /** Whether it is unedited and only follows the block and style changes of the main language. */
  isFollowing: boolean;
  /** Whether its code is not a valid design, which prevents saving. */
  isUnparsed: boolean;
}

/** The languages that a save writes, the main one first. */
export function savedLanguages(session: EditSession, sending: SaveOptions): SavedLanguage[] {
  const { main, follows } = sending;
  const { state } = session.base;
  const changes = changedFieldsByLanguage(session);
  const samplesIn = (locale: string) =>
    designOf(workOf(session)[locale])?.['testVariables'] as JsonObject | undefined;
  const isWritten = (locale: string) => changes.has(locale) || (follows && changes.has(main));
  const locales = Object.keys(state).filter(isWritten);
  return locales
    .sort((one, other) => Number(other === main) - Number(one === main))
    .map((locale) => ({
      locale,
      contents: () => ({
        before: state[locale] as JsonObject,
        after: contentAfter(session, sending, locale),
      }),
      samples: samplesIn(locale) ?? samplesIn(main) ?? null,
      isFollowing: !changes.has(locale),
      isUnparsed: unparsedIn(session, locale) !== null,
    }));
}
