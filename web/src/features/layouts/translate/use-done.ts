import { useMemo, useState } from 'react';
import type { JsonObject } from '../../../../../server/src/kernel/json.ts';
import { valueAt } from '../../editor/model/patches.rules.ts';
import { stepsOf } from '../../editor/text/scope.rules.ts';
import type { LayoutWork } from '../session/layout-work.rules.ts';

/** By language and path, what the main language said when somebody called a text of it translated. */
type Marks = Readonly<Record<string, Readonly<Record<string, string>>>>;

const none: ReadonlySet<string> = new Set();

/** Of what is marked, the texts that the main language still says. */
function validPaths(marks: Marks, main: JsonObject): ReadonlyMap<string, ReadonlySet<string>> {
  const found = Object.entries(marks).map(([locale, texts]) => {
    const paths = Object.entries(texts).filter(([path, text]) => valueAt(main, stepsOf(path)) === text);
    return [locale, new Set(paths.map(([path]) => path))] as const;
  });
  return new Map(found.filter(([, paths]) => paths.size > 0));
}

/** Texts of the main language that somebody says are translated, by language; said of what it says, and gone with that. */
export function useDone(main: JsonObject) {
  const [marks, setMarks] = useState<Marks>({});
  const byLocale = useMemo(() => validPaths(marks, main), [marks, main]);
  const mark = (locale: string, path: string, isDone: boolean) =>
    setMarks((before) => {
      const { [path]: _, ...others } = before[locale] ?? {};
      const text = valueAt(main, stepsOf(path));
      const isKnown = isDone && typeof text === 'string';
      return { ...before, [locale]: isKnown ? { ...others, [path]: text } : others };
    });
  return {
    /** Languages in which something is marked. */
    locales: [...byLocale.keys()],
    of: (locale: string) => ({
      paths: byLocale.get(locale) ?? none,
      mark: (path: string, isDone: boolean) => mark(locale, path, isDone),
    }),
    clear: () => setMarks({}),
    /** What a save says besides: nothing without a mark, since the server knows what is changed. */
    toSend: async (
      translations: Readonly<Record<string, JsonObject>>,
      saved: LayoutWork,
    ): Promise<Record<string, JsonObject>> => {
      if (byLocale.size === 0) return translations;
      // Compares designs as the server does, which is much to load for whoever marks nothing.
      const { donePaths } = await import('./done-paths.rules.ts');
      const marked = [...byLocale].flatMap(([locale, paths]): [string, JsonObject][] => {
        const [before, fields = {}] = [saved[locale], translations[locale]];
        return before ? [[locale, { ...fields, done: donePaths(paths, before, fields, main) }]] : [];
      });
      return { ...translations, ...Object.fromEntries(marked) };
    },
  };
}

export type Marking = ReturnType<typeof useDone>;
export type Done = ReturnType<Marking['of']>;
