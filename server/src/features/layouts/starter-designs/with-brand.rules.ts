import type { Json, JsonObject } from '../../../kernel/json.ts';
import { isPlainObject } from '../../../kernel/plain-object.ts';
import { type Brand, brandColors, hasBrand } from '../../library/settings/brand.rules.ts';
import { isDark, mixColors } from '../../rendering/design/palette.rules.ts';

/** The share of the brand color removed for a pale background. */
const PALE = 0.88;

const colorNames: readonly string[] = brandColors;
const hasColor = (brand: Brand) => brandColors.some((name) => brand[name] !== null);

/**
 * The global styles of an email with the brand applied. A brand with any color replaces all colors: those
 * that it does not set fall back to the defaults, because the starter's colors may clash with the brand's.
 */
export function brandedGlobal(global: JsonObject, brand: Brand): JsonObject {
  const isKept = ([name]: [string, unknown]) => !hasColor(brand) || !colorNames.includes(name);
  const chosen = Object.entries(brand).filter(([, value]) => value !== null);
  return Object.fromEntries([...Object.entries(global).filter(isKept), ...chosen]);
}

const LOOK_OF_BUTTONS = ['fill', 'color'];

/** Recolors a starter's own backgrounds in the brand color: dark ones strong, light ones pale. */
function rebranded(value: Json, brand: Brand): Json {
  if (Array.isArray(value)) return value.map((entry) => rebranded(entry, brand));
  if (!isPlainObject(value)) return value;
  const accent = brand.buttonFill ?? brand.linkColor;
  const isButton = value['type'] === 'button';
  const members = Object.entries(value).flatMap(([name, member]): [string, Json][] => {
    if (isButton && name === 'radius' && brand.buttonRadius !== null) return [];
    if (isButton && LOOK_OF_BUTTONS.includes(name) && hasColor(brand)) return [];
    if (name === 'background' && typeof member === 'string' && accent !== null)
      return [[name, isDark(member) ? accent : mixColors(accent, '#ffffff', PALE)]];
    return [[name, rebranded(member as Json, brand)]];
  });
  return Object.fromEntries(members);
}

/** A starter design in the store's brand, unchanged for a store without one (contract: Brand 2). */
export function withBrand(design: JsonObject, brand: Brand): JsonObject {
  if (!hasBrand(brand)) return design;
  const { global, testVariables, ...blocks } = design;
  return {
    global: brandedGlobal(isPlainObject(global) ? (global as JsonObject) : {}, brand),
    ...(rebranded(blocks, brand) as JsonObject),
    ...(testVariables !== undefined && { testVariables }),
  };
}
