import {
  type ContrastColors,
  type ContrastRatios,
  type Contrasts,
  contrastOfLabel,
  contrastOfText,
  contrastsOf,
} from 'outstep/features/rendering/design/contrasts.rules.ts';
import { type Json, type JsonObject, textsOf } from 'outstep/kernel/json.ts';
import type { BlockEntry } from '../model/blocks.rules.ts';
import { valueAt } from '../model/patches.rules.ts';
import type { BlockField } from './fields.rules.ts';

const COLOR = /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i;
const colorIn = (value: Json | undefined) => (typeof value === 'string' && COLOR.test(value) ? value : null);

/** Members that are colors; a heading may read as one. */
const MEMBER = /color|background|fill/i;

/** More would not be looked at. */
const MAX_OFFERED = 8;

/** Of each design once: every field of a color offers them. */
const colorsByDesign = new WeakMap<JsonObject, readonly string[]>();

/** The colors that a design uses, the most used first. */
export function colorsIn(design: JsonObject): readonly string[] {
  const known = colorsByDesign.get(design);
  if (known) return known;
  const { testVariables: _, ...drawn } = design;
  const counts = new Map<string, number>();
  for (const { path, text } of textsOf(drawn)) {
    const color = colorIn(text)?.toLowerCase();
    if (color && MEMBER.test(String(path.at(-1)))) counts.set(color, (counts.get(color) ?? 0) + 1);
  }
  const colors = [...counts].toSorted(([, one], [, other]) => other - one).map(([color]) => color);
  const offered = colors.slice(0, MAX_OFFERED);
  colorsByDesign.set(design, offered);
  return offered;
}

/** The look of the whole email, as far as it is valid: what is written over what holds without it. */
function contrastColorsOf(design: JsonObject, global: readonly BlockField[]): ContrastColors {
  const of = (name: keyof ContrastColors) =>
    colorIn(valueAt(design, ['global', name])) ??
    colorIn(global.find((each) => each.name === name)?.fallback);
  return {
    background: of('background') ?? '#ffffff',
    contentBackground: of('contentBackground') ?? '#ffffff',
    textColor: of('textColor') ?? '#000000',
    linkColor: of('linkColor') ?? '#000000',
    ...{ buttonFill: of('buttonFill'), buttonColor: of('buttonColor') },
  };
}

/** What a color of the whole email is read with. */
const pairs: Readonly<Record<string, keyof Contrasts>> = {
  ...{ background: 'page', contentBackground: 'text', textColor: 'text', linkColor: 'link' },
  ...{ buttonFill: 'label', buttonColor: 'label' },
};

interface ColorContext {
  /** `null`: the whole email. */
  entry: BlockEntry | null;
  entries: readonly BlockEntry[];
  /** Fields of the whole email. */
  global: readonly BlockField[];
}

/** The color behind a block, if it is not that of the email. */
function groundOf({ block, parent }: BlockEntry, entries: readonly BlockEntry[]): string | null {
  const own = colorIn(block['background']);
  const around = entries.find(({ key }) => key === parent);
  return own ?? (around ? groundOf(around, entries) : null);
}

/** How well what has the color of a field can be read; `null` where nothing is read. */
export function ratiosAt(
  design: JsonObject,
  name: string,
  { entry, entries, global }: ColorContext,
): ContrastRatios | null {
  const look = contrastColorsOf(design, global);
  if (!entry) {
    const pair = Object.hasOwn(pairs, name) ? pairs[name] : undefined;
    if (!pair) return null;
    const { light, dark } = contrastsOf(look);
    return { light: light[pair], dark: dark[pair] };
  }
  const { type, block, path } = entry;
  const own = groundOf(entry, entries);
  const ground = { own, isAround: path[0] === 'footer' };
  const color = colorIn(block['color']);
  if (type === 'button' && name !== 'background')
    return contrastOfLabel(look, ground, { fill: colorIn(block['fill']), color });
  if (type === 'divider' || type === 'spacer' || type === 'button') return null;
  return contrastOfText(look, ground, color);
}
