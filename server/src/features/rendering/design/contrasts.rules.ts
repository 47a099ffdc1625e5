import type { GlobalStyle } from './design.schema.ts';
import {
  contrast,
  darkBoxOf,
  darkButton,
  darkPageOf,
  readableColor,
  textColorOn,
  textColorsOn,
  textOn,
} from './palette.rules.ts';

export type ContrastColors = Pick<
  GlobalStyle,
  'background' | 'contentBackground' | 'textColor' | 'linkColor' | 'buttonFill' | 'buttonColor'
>;

/** The contrast that WCAG 2 requires for text of normal size. */
export const MIN_TEXT_CONTRAST = 4.5;

/** Contrast of the text of an email: on the content background, around the email, as a link, on a button. */
export interface Contrasts {
  text: number;
  page: number;
  link: number;
  label: number;
}

function lightContrasts({
  background,
  contentBackground,
  textColor,
  linkColor,
  ...button
}: ContrastColors): Contrasts {
  const fill = button.buttonFill ?? linkColor;
  return {
    text: contrast(textColor, contentBackground),
    page: contrast(textColor, background),
    link: contrast(linkColor, contentBackground),
    label: contrast(button.buttonColor ?? textColorOn(fill), fill),
  };
}

function darkContrasts(colors: ContrastColors): Contrasts {
  const [box, page] = [darkBoxOf(colors), darkPageOf(colors)];
  const fill = colors.buttonFill ?? colors.linkColor;
  const [ground, ink] = darkButton(fill, colors.buttonColor ?? textColorOn(fill), box);
  const onBox = textColorsOn(colors, box);
  return {
    text: contrast(onBox.text, box),
    page: contrast(textColorsOn(colors, page).text, page),
    link: contrast(onBox.link, box),
    label: contrast(ink, ground),
  };
}

/** Contrast of the given colors, and of those that the compiler derives for dark mode. */
export const contrastsOf = (colors: ContrastColors) => ({
  light: lightContrasts(colors),
  dark: darkContrasts(colors),
});

/** Contrast in light and in dark mode. */
export interface ContrastRatios {
  light: number;
  dark: number;
}

/** The background that a block is drawn on. */
export interface BlockGround {
  /**
   * The block's own background or that of its columns, which dark mode does not change; `null`: that of the
   * email.
   */
  own: string | null;
  /** Whether it is outside the email's content area, as a footer is. */
  isAround: boolean;
}

const same = (ratio: number): ContrastRatios => ({ light: ratio, dark: ratio });

/** Contrast of a block's text; `color` is `null` if it has no color of its own. */
export function contrastOfText(
  colors: ContrastColors,
  { own, isAround }: BlockGround,
  color: string | null,
): ContrastRatios {
  if (own !== null) return same(contrast(color ?? textOn(own, colors.textColor), own));
  const light = isAround ? colors.background : colors.contentBackground;
  const box = darkBoxOf(colors);
  const dark = isAround ? darkPageOf(colors) : box;
  const ink = color === null ? textColorsOn(colors, dark).text : readableColor(color, box);
  return { light: contrast(color ?? colors.textColor, light), dark: contrast(ink, dark) };
}

/** Contrast of a button's label. The button may have its own colors. */
export function contrastOfLabel(
  colors: ContrastColors,
  { own }: BlockGround,
  button: { fill: string | null; color: string | null },
): ContrastRatios {
  const fill = button.fill ?? colors.buttonFill ?? colors.linkColor;
  const ink = button.color ?? (button.fill === null ? colors.buttonColor : null) ?? textColorOn(fill);
  const light = contrast(ink, fill);
  if (own !== null) return same(light);
  const [ground, label] = darkButton(fill, ink, darkBoxOf(colors));
  return { light, dark: contrast(label, ground) };
}
