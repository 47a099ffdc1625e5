import type { GlobalStyle } from './design.schema.ts';
import { contrast, darkGround, inkOn, isDark, mixColors, readableColor } from './palette.rules.ts';

/** What the colors of an email become where the reader has it dark. */

const DARK_PAGE = '#101113';
const DARK_BOX = '#1b1d20';

/** A button that hardly stands out from a dark ground is shown in these. */
const PALE_FILL = '#e7e9ec';
const BARELY = 1.7;

export const darkPageOf = ({ background }: Pick<GlobalStyle, 'background'>) =>
  darkGround(background, DARK_PAGE);

export const darkBoxOf = ({ contentBackground }: Pick<GlobalStyle, 'contentBackground'>) =>
  darkGround(contentBackground, DARK_BOX);

/** In a dark design the text is light already. */
export function inksOn(
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

/** A button's colors, or others if it would not stand out. */
export function darkButton(fill: string, ink: string, ground: string): [fill: string, ink: string] {
  return contrast(fill, ground) < BARELY ? [PALE_FILL, inkOn(PALE_FILL)] : [fill, ink];
}
