import { type PresetUser, useUsers } from './queries.ts';

/** The layouts whose mails have one language of a preset, each with the languages of those mails. */
export const reachedBy = (users: readonly PresetUser[], presetLocale: string) =>
  users.flatMap(({ id, name, languages }) => {
    const own = languages.filter(({ presetLanguage }) => presetLanguage === presetLocale);
    return own.length === 0 ? [] : [{ id, name, locales: own.map(({ locale }) => locale) }];
  });

/** `null` until they are here. */
export function useReached(presetId: string, presetLocale: string) {
  const { data } = useUsers(presetId);
  return data ? reachedBy(data.items, presetLocale) : null;
}
