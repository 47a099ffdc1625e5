import type { Brand } from '../../../server/src/features/library/settings/brand.rules.ts';
import { brandColors } from '../../../server/src/features/library/settings/brand.rules.ts';
import { useRead } from '../api/queries.ts';

export type { Brand };

/** What mails of the store should look like; `null` until it is known. */
export function useBrand(): Brand | null {
  const { data } = useRead<Brand & { logo: string | null }>('/brand');
  if (!data) return null;
  const { logo: _, ...brand } = data;
  return brand;
}

/** The colours of a brand, each once. */
export const colorsOf = (brand: Brand): string[] => [
  ...new Set(brandColors.flatMap((name) => brand[name]?.toLowerCase() ?? [])),
];
