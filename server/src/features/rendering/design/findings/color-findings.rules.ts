import type { JsonPath } from '../../../../kernel/json.ts';
import {
  type ContrastColors,
  type ContrastRatios,
  contrastOfLabel,
  contrastOfText,
  contrastsOf,
  MIN_TEXT_CONTRAST,
} from '../contrasts.rules.ts';
import { defaultStyle } from '../default-style.schema.ts';
import { readableColor } from '../palette.rules.ts';
import type { RawFinding } from './finding.rules.ts';
import { colorIn, globalOf, numberIn, type PlacedBlock } from './read-blocks.rules.ts';
import type { ReadMail, ReadText } from './read-mail.rules.ts';

/** The contrast that WCAG 2 requires for large text: 24 pixels, or 18.66 if it is bold, as headings are. */
const ENOUGH_IF_LARGE = 3;
const LARGE = 18.66;
const sizesOfHeadings = [1.75, 1.375, 1.125, 1];

/** Blocks that show text in the email's color. */
const texts: ReadonlySet<string> = new Set(['heading', 'text', 'html', 'items', 'summary', 'coupon', 'menu']);

interface TextStyle extends ContrastColors {
  fontSize: number;
  hasDark: boolean;
}

function globalTextStyleOf({ facts }: ReadMail): TextStyle {
  const global = globalOf(facts.design);
  const of = (name: keyof ContrastColors & keyof typeof defaultStyle) =>
    colorIn(global[name]) ?? defaultStyle[name];
  return {
    ...{ background: of('background'), contentBackground: of('contentBackground') },
    ...{ textColor: of('textColor'), linkColor: of('linkColor') },
    ...{ buttonFill: colorIn(global['buttonFill']), buttonColor: colorIn(global['buttonColor']) },
    fontSize: numberIn(global['fontSize']) ?? defaultStyle.fontSize,
    hasDark: (global['darkMode'] ?? defaultStyle.darkMode) === true,
  };
}

interface ContrastCheck {
  look: TextStyle;
  ratios: ContrastRatios;
  path: JsonPath;
  enough?: number;
  /** The color that could be changed, and its background. */
  mend?: { color: string; ground: string } | null;
}

/** One finding per place, for the theme with the lower contrast. */
function* contrastFindings({
  look,
  ratios,
  path,
  enough = MIN_TEXT_CONTRAST,
  mend = null,
}: ContrastCheck): Generator<RawFinding> {
  const theme = look.hasDark && ratios.dark < ratios.light ? 'dark' : 'light';
  const ratio = ratios[theme];
  if (ratio >= enough) return;
  const better = mend && theme === 'light' ? readableColor(mend.color, mend.ground) : null;
  const rounded = Math.floor(ratio * 10) / 10;
  yield { rule: 'contrast', path, values: { ratio: rounded, theme, better } };
}

const groundOf = (look: TextStyle, { ground, isAround }: PlacedBlock) =>
  ground ?? (isAround ? look.background : look.contentBackground);

function* contrastOfButton(placed: PlacedBlock, look: TextStyle): Generator<RawFinding> {
  const { block, path, ground, isAround } = placed;
  const [fill, color] = [colorIn(block['fill']), colorIn(block['color'])];
  if (fill === null && color === null) return;
  const ratios = contrastOfLabel(look, { own: ground, isAround }, { fill, color });
  const under = fill ?? look.buttonFill ?? look.linkColor;
  const mend = color === null ? null : { color, ground: under };
  yield* contrastFindings({ look, ratios, path: [...path, color === null ? 'fill' : 'color'], mend });
}

function* contrastOfTextBlock(placed: PlacedBlock, look: TextStyle): Generator<RawFinding> {
  const { block, type, path, ground, isAround } = placed;
  const color = type === 'heading' ? colorIn(block['color']) : null;
  // Text without either has the email's colors, which are checked once.
  if (color === null && ground === null) return;
  const ratios = contrastOfText(look, { own: ground, isAround }, color);
  const factor = sizesOfHeadings[(numberIn(block['level']) ?? 2) - 1] ?? 1;
  const isLarge = type === 'heading' && look.fontSize * factor >= LARGE;
  const hasOwnGround = colorIn(block['background']) !== null;
  if (color === null && !hasOwnGround) return;
  yield* contrastFindings({
    ...{ look, ratios, enough: isLarge ? ENOUGH_IF_LARGE : MIN_TEXT_CONTRAST },
    path: [...path, color === null ? 'background' : 'color'],
    mend: color === null ? null : { color, ground: groundOf(look, placed) },
  });
}

/** Colors within rich text. Dark mode replaces them, except on a block's own background. */
function* contrastOfRichText({ path, rich, owner }: ReadText, look: TextStyle): Generator<RawFinding> {
  if (!rich || !owner || rich.hasGround) return;
  const ground = { own: groundOf(look, owner), isAround: owner.isAround };
  const ratios = rich.colors.slice(0, 100).map((color) => contrastOfText(look, ground, color));
  const worst = ratios.sort((one, other) => one.light - other.light)[0];
  if (worst) yield* contrastFindings({ look, ratios: worst, path });
}

/** The colors of the whole email, if anything uses them. */
function* contrastOfGlobalStyle(mail: ReadMail, look: TextStyle): Generator<RawFinding> {
  const { light, dark } = contrastsOf(look);
  const at = (name: string): JsonPath => ['bodyDesign', 'global', name];
  const plain = mail.blocks.filter(
    ({ type, ground, block }) => texts.has(type) && ground === null && colorIn(block['color']) === null,
  );
  const { textColor, linkColor, contentBackground } = look;
  const inMail = { light: light.text, dark: dark.text };
  if (plain.some(({ isAround }) => !isAround))
    yield* contrastFindings({
      ...{ look, ratios: inMail, path: at('textColor') },
      mend: { color: textColor, ground: contentBackground },
    });
  if (plain.some(({ isAround }) => isAround))
    yield* contrastFindings({ look, ratios: { light: light.page, dark: dark.page }, path: at('background') });
  const hasLinks = mail.texts.some(({ rich, owner }) => owner?.ground === null && rich?.links.length);
  if (hasLinks || plain.some(({ type }) => type === 'menu'))
    yield* contrastFindings({
      ...{ look, ratios: { light: light.link, dark: dark.link }, path: at('linkColor') },
      mend: { color: linkColor, ground: contentBackground },
    });
  const isPlainButton = ({ type, block }: PlacedBlock) =>
    type === 'button' && colorIn(block['fill']) === null && colorIn(block['color']) === null;
  const { buttonFill, buttonColor } = look;
  const fill = buttonFill ?? linkColor;
  if (mail.blocks.some(isPlainButton))
    yield* contrastFindings({
      ...{ look, ratios: { light: light.label, dark: dark.label } },
      path: at(buttonColor !== null ? 'buttonColor' : buttonFill !== null ? 'buttonFill' : 'linkColor'),
      mend: buttonColor === null ? null : { color: buttonColor, ground: fill },
    });
}

/** Texts and labels that are hard to read, in light or dark mode. */
export function* colorFindings(mail: ReadMail): Generator<RawFinding> {
  if (mail.facts.design === null) return;
  const look = globalTextStyleOf(mail);
  yield* contrastOfGlobalStyle(mail, look);
  for (const placed of mail.blocks) {
    if (placed.type === 'button') yield* contrastOfButton(placed, look);
    else if (texts.has(placed.type) || placed.type === 'columns') yield* contrastOfTextBlock(placed, look);
  }
  for (const text of mail.texts) yield* contrastOfRichText(text, look);
}
