import { useSearchParams } from '../../../parts/search-params.ts';
import { useEventCallback } from '../../../parts/use-event-callback.ts';

/** Which language is shown is in the address. */
export function useShowLanguage() {
  const [, change] = useSearchParams();
  return useEventCallback((locale: string) => change({ locale }));
}
