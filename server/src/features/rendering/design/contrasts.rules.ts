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

/** What WCAG 2 asks of text of a usual size. */
export const MIN_TEXT_CONTRAST = 4.5;

/** How well texts of an email can be read: on the blocks' ground, around the email, as a link, on a button. */
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

/** Where the reader has it light, and where dark. */
export interface ContrastRatios {
  light: number;
  dark: number;
}

/** The background that a block is drawn on. */
export interface BlockGround {
  /** Of its own, or of the columns around it, which dark mode leaves alone; `null`: that of the email. */
  own: string | null;
  /** Whether it stands around the email instead of in it, as a footer does. */
  isAround: boolean;
}

const same = (ratio: number): ContrastRatios => ({ light: ratio, dark: ratio });

/** Of the text of a block; `color` is `null` where it has none of its own. */
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

/** Of the label of a button, which may have colors of its own. */
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
