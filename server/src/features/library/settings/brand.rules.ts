import type { Font } from './fonts.schema.ts';

/** The look of a store's emails, with the names of a design's `global`; `null` where nothing was chosen. */
export interface Brand {
  background: string | null;
  contentBackground: string | null;
  textColor: string | null;
  linkColor: string | null;
  buttonFill: string | null;
  buttonColor: string | null;
  fontFamily: Font | null;
  buttonRadius: number | null;
}

/** The colors of an email belong together, because whether it can be read depends on pairs of them. */
export const brandColors = [
  'background',
  'contentBackground',
  'textColor',
  'linkColor',
  'buttonFill',
  'buttonColor',
] as const satisfies readonly (keyof Brand)[];

/** Which setting holds which part of the brand. */
export const brandSettings = {
  background: 'brandBackground',
  contentBackground: 'brandContentBackground',
  textColor: 'brandTextColor',
  linkColor: 'brandLinkColor',
  buttonFill: 'brandButtonFill',
  buttonColor: 'brandButtonColor',
  fontFamily: 'brandFontFamily',
  buttonRadius: 'brandButtonRadius',
} as const satisfies Record<keyof Brand, string>;

/** The brand in the settings, each of which was checked when it was set. */
export function brandOf(settings: ReadonlyMap<string, string>): Brand {
  const chosen = (name: keyof Brand) => settings.get(brandSettings[name]) ?? null;
  const radius = chosen('buttonRadius');
  return {
    background: chosen('background'),
    contentBackground: chosen('contentBackground'),
    textColor: chosen('textColor'),
    linkColor: chosen('linkColor'),
    buttonFill: chosen('buttonFill'),
    buttonColor: chosen('buttonColor'),
    fontFamily: chosen('fontFamily') as Font | null,
    buttonRadius: radius === null ? null : Number(radius),
  };
}

export const hasBrand = (brand: Brand) => Object.values(brand).some((value) => value !== null);
