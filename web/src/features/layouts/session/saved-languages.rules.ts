import type { JsonObject } from 'outstep/kernel/json.ts';
import { contentAfter, designOf, type SaveOptions } from './save-request.rules.ts';
import { changesOf, type EditSession, unparsedIn, workOf } from './session.rules.ts';

/** A language that a save writes. */
export interface SavedLanguage {
  locale: string;
  /**
   * A language as on the server and as it would be after saving; computed on demand, because a large design takes long.
   */
  contents(): { before: JsonObject; after: JsonObject };
  /** What both are filled in with; `null` where nothing is said. */
  samples: JsonObject | null;
  /** Whether nobody has touched it and it only changes its blocks and looks with the main one. */
  isFollowing: boolean;
  /** Whether its code is no design, so that nothing can be saved. */
  isUnparsed: boolean;
}

/** The languages that a save writes, the main one first. */
export function savedLanguages(session: EditSession, sending: SaveOptions): SavedLanguage[] {
  const { main, follows } = sending;
  const { state } = session.base;
  const changes = changesOf(session);
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
