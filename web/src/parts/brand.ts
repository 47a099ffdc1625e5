import type { Brand } from 'outstep/features/library/settings/brand.rules.ts';
import { brandColors } from 'outstep/features/library/settings/brand.rules.ts';
import { useRead } from '../api/queries.ts';

export type { Brand };

/** The brand of the store; `null` while loading. */
export function useBrand(): Brand | null {
  const { data } = useRead<Brand & { logo: string | null }>('/brand');
  if (!data) return null;
  const { logo: _, ...brand } = data;
  return brand;
}

/** The colors of a brand, each once. */
export const colorsOf = (brand: Brand): string[] => [
  ...new Set(brandColors.flatMap((name) => brand[name]?.toLowerCase() ?? [])),
];
