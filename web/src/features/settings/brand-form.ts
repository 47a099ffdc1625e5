import { type Brand, brandOf, brandSettings } from 'outstep/features/library/settings/brand.rules.ts';
import type { ContrastColors } from 'outstep/features/rendering/design/contrasts.rules.ts';

/** Input by setting name; empty for the default. */
export type BrandValues = Record<string, string>;

export const brandNames = Object.values(brandSettings) as string[];

export const brandValuesOf = (settings: Readonly<Record<string, string>>): BrandValues =>
  Object.fromEntries(brandNames.map((name) => [name, settings[name] ?? '']));

const COLOR = /^#[0-9a-f]{6}$/i;
const isText = (name: string) => name === brandSettings.fontFamily || name === brandSettings.buttonRadius;

/** The brand as typed, without incomplete colors. */
export const typedBrand = (values: BrandValues): Brand =>
  brandOf(
    new Map(
      Object.entries(values).filter(([name, value]) => (isText(name) ? value !== '' : COLOR.test(value))),
    ),
  );

/** The colors of a design that sets none. */
export const defaultColors = {
  background: '#f3f4f6',
  contentBackground: '#ffffff',
  textColor: '#1f2933',
  linkColor: '#1a5fb4',
} as const;

/** The colors of an email with this brand. */
export const colorsIn = ({ buttonFill, buttonColor, ...brand }: Brand): ContrastColors => ({
  background: brand.background ?? defaultColors.background,
  contentBackground: brand.contentBackground ?? defaultColors.contentBackground,
  textColor: brand.textColor ?? defaultColors.textColor,
  linkColor: brand.linkColor ?? defaultColors.linkColor,
  buttonFill,
  buttonColor,
});
