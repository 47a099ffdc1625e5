import { fonts } from '../../library/settings/fonts.schema.ts';
import type { BlockStyle } from './blocks/block.schema.ts';
import type { GlobalStyle } from './design.schema.ts';
import {
  darkBoxOf,
  darkButton,
  darkPageOf,
  mixColors,
  readableColor,
  textColorsOn,
  textOn,
} from './palette.rules.ts';

/**
 * The colors of one email. Which blocks need a rule for dark mode is only known once they are drawn, so the rules
 * are collected on the way.
 */
export class Theme {
  readonly look: BlockStyle;
  readonly #global: GlobalStyle;
  readonly #rules = new Map<string, string>();

  constructor(global: GlobalStyle, direction: 'ltr' | 'rtl') {
    this.#global = global;
    const rightToLeft = direction === 'rtl';
    this.look = {
      start: rightToLeft ? 'right' : 'left',
      end: rightToLeft ? 'left' : 'right',
      fontFamily: fonts[global.fontFamily],
      fontSize: global.fontSize,
      textColor: global.textColor,
      linkColor: global.linkColor,
      buttonFill: global.buttonFill,
      buttonColor: global.buttonColor,
      buttonRadius: global.buttonRadius,
      mutedColor: mixColors(global.textColor, global.contentBackground, 0.3),
      lineColor: mixColors(global.textColor, global.contentBackground, 0.82),
    };
  }

  /** Colors for a block with its own background, which dark mode does not change. */
  lookOn(ground: string): BlockStyle {
    const textColor = textOn(ground, this.look.textColor);
    return {
      ...this.look,
      textColor,
      linkColor: readableColor(this.look.linkColor, ground),
      mutedColor: readableColor(mixColors(textColor, ground, 0.3), ground),
      lineColor: mixColors(textColor, ground, 0.75),
    };
  }

  get #darkBox(): string {
    return darkBoxOf(this.#global);
  }

  /** A class that keeps a chosen color readable in dark mode. */
  inked(color: string): string {
    const name = `o-c${color.slice(1).toLowerCase()}`;
    this.#rules.set(name, `.${name} *{color:${readableColor(color, this.#darkBox)}!important}`);
    return name;
  }

  /** A class that keeps a button's colors, or changes them if it would not stand out. */
  filled(fill: string, ink: string): string {
    const name = `o-b${fill.slice(1)}${ink.slice(1)}`.toLowerCase();
    const [ground, sign] = darkButton(fill, ink, this.#darkBox);
    const colors = `background:${ground}!important;color:${sign}!important`;
    this.#rules.set(name, `.${name} td,.${name} a{${colors}}`);
    return name;
  }

  /** Style sheet of the email. */
  css(): string {
    const { linkColor, lineHeight } = this.#global;
    const always = [
      `a{color:${linkColor}}`,
      'p{margin:0 0 12px}p:last-child{margin-bottom:0}',
      'ul,ol{margin:0 0 12px;padding-inline-start:24px}',
      `h1,h2,h3,h4{line-height:${Math.min(lineHeight, 1.25)}}`,
      'img{max-width:100%}',
      '@media (max-width:479px){.o-hide-mobile{display:none!important}}',
      '@media (min-width:480px){.o-hide-desktop{display:none!important}}',
    ];
    return [...always, ...(this.#global.darkMode ? [this.#dark()] : [])].join('\n');
  }

  #dark(): string {
    const page = darkPageOf(this.#global);
    const box = this.#darkBox;
    const onBox = textColorsOn(this.#global, box);
    const onPage = textColorsOn(this.#global, page);
    const rules = [
      `.o-page,.o-page>div{background-color:${page}!important}`,
      `.o-box,.o-box>table{background:${box}!important;background-color:${box}!important}`,
      `.o-foot,.o-foot>table{background:${page}!important;background-color:${page}!important}`,
      `.o-text *{color:${onBox.text}!important;background-color:transparent!important}`,
      `.o-text a,.o-text a *{color:${onBox.link}!important}`,
      `.o-text td,.o-text hr{border-color:${onBox.line}!important}`,
      `.o-line p{border-top-color:${onBox.line}!important}`,
      `.o-foot .o-text *{color:${onPage.text}!important}`,
      `.o-foot .o-text a,.o-foot .o-text a *{color:${onPage.link}!important}`,
      ...this.#rules.values(),
    ];
    return `:root{color-scheme:light dark;supported-color-schemes:light dark}\n@media (prefers-color-scheme:dark){\n${rules.join('\n')}\n}`;
  }
}
