import type { Json, JsonObject, JsonPath } from '../../../../kernel/json.ts';
import { isPlainObject } from '../../../../kernel/plain-object.ts';
import { widthsOf } from '../blocks/column-widths.schema.ts';
import { defaultStyle } from '../default-style.schema.ts';
import { MAX_BLOCKS } from '../design-caps.schema.ts';
import { type MailFacts, presetStep } from './finding.rules.ts';

/** A block and its location. It may be invalid, because an editor checks it while it is being written. */
export interface PlacedBlock {
  block: JsonObject;
  type: string;
  /** The path within the language: `['bodyDesign', 'blocks', 2]`, through the member that names a preset. */
  path: JsonPath;
  /** The background color, if it is not the email's. */
  ground: string | null;
  /** Whether it is outside the email's content area, as a footer is. */
  isAround: boolean;
  /** The available width, in pixels. */
  room: number;
  /** How often loops repeat it with the current data. */
  times: number;
  /** Whether it may be hidden. */
  isConditional: boolean;
}

type BlockLocation = Omit<PlacedBlock, 'block' | 'type'>;

/** Deeper than a design may go. */
const MAX_DEPTH = 6;
const COLOR = /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i;

export const colorIn = (value: Json | undefined) =>
  typeof value === 'string' && COLOR.test(value) ? value : null;
export const textIn = (value: Json | undefined) => (typeof value === 'string' ? value : '');
export const numberIn = (value: Json | undefined) =>
  typeof value === 'number' && Number.isFinite(value) ? value : null;

export const globalOf = (design: JsonObject | null): JsonObject =>
  isPlainObject(design?.['global']) ? (design['global'] as JsonObject) : {};

/** The value of a path such as `variables.order.lines`; supports plain names only. */
export function variableAt(path: string, variables: JsonObject): Json | undefined {
  const [root, ...steps] = path.trim().split(/[.[\]]+/);
  if (root !== 'variables') return undefined;
  let here: Json | undefined = variables;
  for (const step of steps.filter((each) => each !== '')) {
    if (typeof here !== 'object' || here === null || !Object.hasOwn(here, step)) return undefined;
    here = (here as JsonObject)[step];
  }
  return here;
}

/** How many entries of a list are shown. */
function entriesOf(block: JsonObject, variables: JsonObject): number {
  const list = variableAt(textIn(block['source']), variables);
  return Array.isArray(list) ? Math.min(list.length, numberIn(block['limit']) ?? 50) : 1;
}

/** The lists of blocks within a block, with their locations. */
function listsIn({ block, type, ...place }: PlacedBlock): { list: Json | undefined; place: BlockLocation }[] {
  const below = (...steps: JsonPath) => ({ ...place, path: [...place.path, ...steps] });
  if (type === 'columns') {
    const columns = Array.isArray(block['columns']) ? block['columns'] : [];
    const widths = widthsOf(textIn(block['ratio']) || '1-1');
    return columns.map((column, i) => ({
      list: isPlainObject(column) ? (column['blocks'] as Json) : undefined,
      place: { ...below('columns', i, 'blocks'), room: Math.round((place.room * (widths[i] ?? 100)) / 100) },
    }));
  }
  return ['blocks', 'else'].map((name) => ({ list: block[name], place: below(name) }));
}

/**
 * Every block in the order of the email, with the blocks of presets in their places, up to the limits of a
 * design.
 */
export function blocksOf(
  design: JsonObject,
  { variables, presets }: Pick<MailFacts, 'variables' | 'presets'>,
): PlacedBlock[] {
  const found: PlacedBlock[] = [];
  const blocksIn = (preset: Json | undefined): Json | undefined =>
    typeof preset === 'string' && Object.hasOwn(presets, preset)
      ? [...(presets[preset]?.blocks ?? [])]
      : undefined;
  const visit = (list: Json | undefined, place: BlockLocation, depth: number) => {
    if (!Array.isArray(list) || depth > MAX_DEPTH) return;
    for (const [i, block] of list.entries()) {
      if (found.length >= MAX_BLOCKS) return;
      if (!isPlainObject(block)) continue;
      const one: PlacedBlock = {
        ...place,
        block: block as JsonObject,
        type: textIn(block['type'] as Json),
        path: [...place.path, i],
        ground: colorIn(block['background'] as Json) ?? place.ground,
        isConditional: place.isConditional || textIn(block['showIf'] as Json) !== '',
      };
      if (one.type === 'items') one.times *= entriesOf(one.block, variables);
      found.push(one);
      const inner = {
        ...one,
        times: one.type === 'loop' ? one.times * entriesOf(one.block, variables) : one.times,
        isConditional: one.isConditional || one.type === 'conditional' || one.type === 'loop',
      };
      for (const { list: below, place: at } of listsIn(inner)) visit(below, at, depth + 1);
      // Parts can't be nested.
      if (one.type === 'part' && presetStep([...one.path, 0]) < 0)
        visit(blocksIn(one.block['preset']), { ...one, path: [...one.path, 'preset'] }, depth);
    }
  };
  const room = numberIn(globalOf(design)['width']) ?? defaultStyle.width;
  const at = { ground: null, room, times: 1, isConditional: false };
  const visitSide = (name: 'header' | 'footer') => {
    const side = isPlainObject(design[name]) ? (design[name] as JsonObject) : {};
    const place = { ...at, isAround: name === 'footer' };
    visit(side['blocks'], { ...place, path: ['bodyDesign', name, 'blocks'] }, 0);
    visit(blocksIn(side['preset']), { ...place, path: ['bodyDesign', name, 'preset'] }, 0);
  };
  visitSide('header');
  visit(design['blocks'], { ...at, path: ['bodyDesign', 'blocks'], isAround: false }, 0);
  visitSide('footer');
  return found;
}
