import {
  type Brand,
  brandOf,
  brandSettings,
} from '../../../../server/src/features/library/settings/brand.rules.ts';
import type { Colors } from '../../../../server/src/features/rendering/design/contrasts.rules.ts';

/** What is typed, by the name of its setting; empty where nothing is chosen. */
export type BrandValues = Record<string, string>;

export const brandNames = Object.values(brandSettings) as string[];

export const brandValuesOf = (settings: Readonly<Record<string, string>>): BrandValues =>
  Object.fromEntries(brandNames.map((name) => [name, settings[name] ?? '']));

const COLOR = /^#[0-9a-f]{6}$/i;
const isText = (name: string) => name === brandSettings.fontFamily || name === brandSettings.buttonRadius;

/** The brand that is typed, without colours that are not whole yet. */
export const typedBrand = (values: BrandValues): Brand =>
  brandOf(
    new Map(
      Object.entries(values).filter(([name, value]) => (isText(name) ? value !== '' : COLOR.test(value))),
    ),
  );

/** What a design has where it says nothing. */
export const usualColors = {
  background: '#f3f4f6',
  contentBackground: '#ffffff',
  textColor: '#1f2933',
  linkColor: '#1a5fb4',
} as const;

/** The colours that a mail in this brand has. */
export const colorsIn = ({ buttonFill, buttonColor, ...brand }: Brand): Colors => ({
  background: brand.background ?? usualColors.background,
  contentBackground: brand.contentBackground ?? usualColors.contentBackground,
  textColor: brand.textColor ?? usualColors.textColor,
  linkColor: brand.linkColor ?? usualColors.linkColor,
  buttonFill,
  buttonColor,
});
