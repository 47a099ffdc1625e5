import {
  type Colors,
  type Contrasts,
  contrastOfLabel,
  contrastOfText,
  contrastsOf,
  type Ratios,
} from '../../../../../server/src/features/rendering/design/contrasts.rules.ts';
import { type Json, type JsonObject, textsOf } from '../../../../../server/src/kernel/json.ts';
import type { Entry } from '../model/blocks.rules.ts';
import { valueAt } from '../model/patches.rules.ts';
import type { Field } from './fields.rules.ts';

const COLOR = /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i;
const colorIn = (value: Json | undefined) => (typeof value === 'string' && COLOR.test(value) ? value : null);

/** Members that are colours; a heading may read as one. */
const MEMBER = /color|background|fill/i;

/** More would not be looked at. */
const MAX_OFFERED = 8;

/** Of each design once: every field of a colour offers them. */
const found = new WeakMap<JsonObject, readonly string[]>();

/** The colours that a design uses, the most used first. */
export function colorsIn(design: JsonObject): readonly string[] {
  const known = found.get(design);
  if (known) return known;
  const { testVariables: _, ...drawn } = design;
  const counts = new Map<string, number>();
  for (const { path, text } of textsOf(drawn)) {
    const color = colorIn(text)?.toLowerCase();
    if (color && MEMBER.test(String(path.at(-1)))) counts.set(color, (counts.get(color) ?? 0) + 1);
  }
  const colors = [...counts].toSorted(([, one], [, other]) => other - one).map(([color]) => color);
  const offered = colors.slice(0, MAX_OFFERED);
  found.set(design, offered);
  return offered;
}

/** The look of the whole mail, as far as it is valid: what is written over what holds without it. */
function lookOf(design: JsonObject, global: readonly Field[]): Colors {
  const of = (name: keyof Colors) =>
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

/** What a colour of the whole mail is read with. */
const pairs: Readonly<Record<string, keyof Contrasts>> = {
  ...{ background: 'page', contentBackground: 'text', textColor: 'text', linkColor: 'link' },
  ...{ buttonFill: 'label', buttonColor: 'label' },
};

interface Place {
  /** `null`: the whole mail. */
  entry: Entry | null;
  entries: readonly Entry[];
  /** Fields of the whole mail. */
  global: readonly Field[];
}

/** The colour behind a block, if it is not that of the mail. */
function groundOf({ block, parent }: Entry, entries: readonly Entry[]): string | null {
  const own = colorIn(block['background']);
  const around = entries.find(({ key }) => key === parent);
  return own ?? (around ? groundOf(around, entries) : null);
}

/** How well what has the colour of a field can be read; `null` where nothing is read. */
export function ratiosAt(design: JsonObject, name: string, { entry, entries, global }: Place): Ratios | null {
  const look = lookOf(design, global);
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
