import { useSearchParams } from '../../../parts/search-params.ts';
import { useEventCallback } from '../../../parts/use-event-callback.ts';

/** The language on screen is stored in the URL. */
export function useShowLanguage() {
  const [, change] = useSearchParams();
  return useEventCallback((locale: string) => change({ locale }));
}
