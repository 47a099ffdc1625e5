import { useSearchParams } from '../../../parts/search-params.ts';
import { useSteady } from '../../../parts/use-steady.ts';

/** Which language is shown is in the address. */
export function useShowLanguage() {
  const [, change] = useSearchParams();
  return useSteady((locale: string) => change({ locale }));
}
