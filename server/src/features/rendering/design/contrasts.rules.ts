import { darkBoxOf, darkButton, darkPageOf, inksOn } from './dark-colors.rules.ts';
import type { Global } from './design.schema.ts';
import { contrast, inkOn } from './palette.rules.ts';

export type Colors = Pick<
  Global,
  'background' | 'contentBackground' | 'textColor' | 'linkColor' | 'buttonFill' | 'buttonColor'
>;

/** What WCAG 2 asks of text of a usual size. */
export const ENOUGH = 4.5;

/** How well texts of a mail can be read: on the blocks' ground, around the mail, as a link, on a button. */
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
}: Colors): Contrasts {
  const fill = button.buttonFill ?? linkColor;
  return {
    text: contrast(textColor, contentBackground),
    page: contrast(textColor, background),
    link: contrast(linkColor, contentBackground),
    label: contrast(button.buttonColor ?? inkOn(fill), fill),
  };
}

function darkContrasts(colors: Colors): Contrasts {
  const [box, page] = [darkBoxOf(colors), darkPageOf(colors)];
  const fill = colors.buttonFill ?? colors.linkColor;
  const [ground, ink] = darkButton(fill, colors.buttonColor ?? inkOn(fill), box);
  const onBox = inksOn(colors, box);
  return {
    text: contrast(onBox.text, box),
    page: contrast(inksOn(colors, page).text, page),
    link: contrast(onBox.link, box),
    label: contrast(ink, ground),
  };
}

/** Of the colours as they are, and of what the compiler makes of them in dark mode. */
export const contrastsOf = (colors: Colors) => ({
  light: lightContrasts(colors),
  dark: darkContrasts(colors),
});
