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

/** Members that hold colors; a heading's text may look like one too. */
const MEMBER = /color|background|fill/i;

/** A longer list would not be useful. */
const MAX_OFFERED = 8;

/** Cached by design, because every color field offers them. */
const colorsByDesign = new WeakMap<JsonObject, readonly string[]>();

/** The colors used in a design, most frequent first. */
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

/** The global colors of the email; missing or invalid ones fall back to their defaults. */
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

/** The contrast that each global color is checked for. */
const pairs: Readonly<Record<string, keyof Contrasts>> = {
  ...{ background: 'page', contentBackground: 'text', textColor: 'text', linkColor: 'link' },
  ...{ buttonFill: 'label', buttonColor: 'label' },
};

interface ColorContext {
  /** `null` for the global styles. */
  entry: BlockEntry | null;
  entries: readonly BlockEntry[];
  /** The global fields. */
  global: readonly BlockField[];
}

/** The background color of a block, if it isn't the email's. */
function groundOf({ block, parent }: BlockEntry, entries: readonly BlockEntry[]): string | null {
  const own = colorIn(block['background']);
  const around = entries.find(({ key }) => key === parent);
  return own ?? (around ? groundOf(around, entries) : null);
}

/** The contrast of what uses a field's color; `null` if no text uses it. */
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
