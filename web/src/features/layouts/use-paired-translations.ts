import { useEffect, useState } from 'react';
import { type Layout, type Translation, useRefetchLayouts, useTranslations } from './queries.ts';

/** A layout and its other languages from the same moment. */
export interface LayoutPair {
  layout: Layout;
  translations: readonly Translation[];
}

const none: readonly Translation[] = [];

/** The server rounds a time in two ways. */
const isSameTime = (one: string, other: string) => Math.abs(Date.parse(one) - Date.parse(other)) < 2;

const isTogether = ({ languages }: Layout, translations: readonly Translation[]) =>
  languages.every(({ locale, updatedAt }) =>
    translations.some((each) => each.locale === locale && isSameTime(each.updatedAt, updatedAt)),
  );

/**
 * A layout and its translations arrive in two responses; only a matching pair is used. A layout with one
 * language needs no second request. `pair` is `null` until the first match.
 */
export function usePairedTranslations(layout: Layout) {
  const hasOthers = layout.languages.length > 1;
  const { data, isSuccess, isFetching, error, refetch } = useTranslations(layout.id, hasOthers);
  const askAgain = useRefetchLayouts();
  const found = hasOthers ? data?.items : none;
  const fits = found !== undefined && (!hasOthers || isTogether(layout, found));
  const [pair, setPair] = useState<LayoutPair | null>(fits ? { layout, translations: found } : null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: retries once for each mismatch
  useEffect(() => {
    if (fits) setPair({ layout, translations: found });
    else if (isSuccess && !isFetching) void askAgain();
  }, [layout, found, fits, isSuccess, isFetching]);
  return { pair, error, refetch };
}
