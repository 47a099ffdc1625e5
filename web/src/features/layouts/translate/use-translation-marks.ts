import type { JsonObject } from 'outstep/kernel/json.ts';
import { useMemo } from 'react';
import { marksOf, markTranslated, workOf } from '../session/session.rules.ts';
import type { LayoutSession } from '../session/use-layout-session.ts';

/**
 * Main-language texts marked as translated, by language. A mark holds for the current wording and disappears when it
 * changes.
 */
export function useTranslationMarks({ session, act }: LayoutSession) {
  const { history, told, main } = session;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the selection is irrelevant
  const byLocale = useMemo(() => {
    const found = Object.keys(workOf(session)).map(
      (locale) => [locale, new Set(Object.keys(marksOf(session, locale)))] as const,
    );
    return new Map(found);
  }, [history.state, told, main]);
  return {
    of: (locale: string) => ({
      paths: byLocale.get(locale) ?? new Set<string>(),
      mark: (path: string, isDone: boolean) =>
        act((before) => markTranslated(before, locale, path, isDone, Date.now())),
    }),
    /**
     * Adds the marks to a save. Without any, nothing is added, because the server detects changed texts
     * itself.
     */
    toSend: async (
      translations: Readonly<Record<string, JsonObject>>,
    ): Promise<Record<string, JsonObject>> => {
      const marked = [...byLocale].filter(([, paths]) => paths.size > 0);
      if (marked.length === 0) return translations;
      // Loaded on demand: comparing designs as the server does takes much code that most sessions never need.
      const { pathsMarkedUpToDate } = await import('./done-paths.rules.ts');
      const done = marked.flatMap(([locale, paths]): [string, JsonObject][] => {
        const [before, fields = {}] = [session.base.state[locale], translations[locale]];
        const content = workOf(session)[main] as JsonObject;
        return before
          ? [[locale, { ...fields, done: pathsMarkedUpToDate(paths, before, fields, content) }]]
          : [];
      });
      return { ...translations, ...Object.fromEntries(done) };
    },
  };
}

export type TranslationMarking = ReturnType<typeof useTranslationMarks>;
export type UpToDateMark = ReturnType<TranslationMarking['of']>;
