import type { GlobalStyle } from './design.schema.ts';

/** Color perception: WCAG 2 luminance and contrast. */

type Rgb = [number, number, number];

function channels(color: string): Rgb {
  const hex =
    color.length === 4 ? [...color.slice(1)].map((digit) => digit + digit).join('') : color.slice(1);
  return [0, 2, 4].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as Rgb;
}

const hexOf = (rgb: readonly number[]) =>
  `#${rgb.map((channel) => Math.round(channel).toString(16).padStart(2, '0')).join('')}`;

function luminance(color: string): number {
  const [red, green, blue] = channels(color).map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as Rgb;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

export function contrast(one: string, other: string): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

export const isDark = (color: string) => luminance(color) < 0.18;

export function mixColors(color: string, other: string, share: number): string {
  const target = channels(other);
  return hexOf(channels(color).map((channel, i) => channel + ((target[i] as number) - channel) * share));
}

const READABLE = 4.5;

/** Makes a color lighter (on a dark background) or darker until it is readable. */
export function readableColor(color: string, ground: string): string {
  const towards = isDark(ground) ? '#ffffff' : '#000000';
  for (let share = 0; share < 1; share += 0.05) {
    const candidate = share === 0 ? color : mixColors(color, towards, share);
    if (contrast(candidate, ground) >= READABLE) return candidate;
  }
  return towards;
}

export const textColorOn = (fill: string) =>
  contrast('#ffffff', fill) >= 3.5 || contrast('#ffffff', fill) >= contrast('#16191d', fill)
    ? '#ffffff'
    : '#16191d';

/** The text color on a block's own background. */
export const textOn = (ground: string, textColor: string) =>
  contrast(textColor, ground) >= READABLE ? textColor : textColorOn(ground);

/** The background in dark mode; one that is already dark is kept. */
const darkGround = (ground: string, dark: string) => (isDark(ground) ? ground : dark);

/** Backgrounds of the page and of the content in dark mode. */
const DARK_PAGE = '#101113';
const DARK_BOX = '#1b1d20';

/** The fill of a button that would hardly stand out from a dark background. */
const PALE_FILL = '#e7e9ec';
const BARELY = 1.7;

export const darkPageOf = ({ background }: Pick<GlobalStyle, 'background'>) =>
  darkGround(background, DARK_PAGE);

export const darkBoxOf = ({ contentBackground }: Pick<GlobalStyle, 'contentBackground'>) =>
  darkGround(contentBackground, DARK_BOX);

/** In a dark design, the text is already light. */
export function textColorsOn(
  { textColor, linkColor }: Pick<GlobalStyle, 'textColor' | 'linkColor'>,
  ground: string,
) {
  const text = contrast(textColor, ground) >= 7 ? textColor : '#e8eaed';
  return {
    text: isDark(ground) ? text : textColor,
    link: readableColor(linkColor, ground),
    line: mixColors(ground, '#ffffff', 0.22),
  };
}

/** A button's colors, or replacements if it would not stand out. */
export function darkButton(fill: string, ink: string, ground: string): [fill: string, ink: string] {
  return contrast(fill, ground) < BARELY ? [PALE_FILL, textColorOn(PALE_FILL)] : [fill, ink];
}
