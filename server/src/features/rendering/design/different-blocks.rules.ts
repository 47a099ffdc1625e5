import type { Json, JsonObject, JsonPath } from '../../../kernel/json.ts';
import { isPlainObject } from '../../../kernel/plain-object.ts';
import { type DesignNode, partsOf } from './design-parts.rules.ts';
import { nonTextFieldsOf } from './follow-design.rules.ts';
import { matchLanguages } from './match-blocks.rules.ts';
import { sameValue } from './merge-values.rules.ts';

/**
 * A place where a language differs from the main one: an added block, an omitted block, or another style.
 * Following changes in the main language leaves these as they are. `path` is in the language's design; for
 * omitted blocks, in the main one.
 */
export interface BlockDifference {
  path: JsonPath;
  how: 'added' | 'missing' | 'look';
}

/** Parts without a partner, without their content. Columns belong to their block. */
function unmatched(root: DesignNode | undefined, hasPartner: (part: DesignNode) => boolean): DesignNode[] {
  const found: DesignNode[] = [];
  const visit = ({ lists }: DesignNode) => {
    for (const part of [...lists.values()].flat())
      if (hasPartner(part)) visit(part);
      else if (part.kind !== 'of columns') found.push(part);
  };
  if (root) visit(root);
  return found;
}

const columnsIn = ({ lists }: DesignNode) => lists.get('columns')?.length;

/** Containers follow the main language, except for their number of columns. */
const containerDiffers = (main: DesignNode, own: DesignNode) =>
  columnsIn(main) !== columnsIn(own) ||
  (main.lists.size === 0 &&
    own.lists.size === 0 &&
    !sameValue(nonTextFieldsOf(main.value), nonTextFieldsOf(own.value)));

/** The kind of a header or footer: a preset, its own blocks, or nothing. */
function kindOfSide(side: Json | undefined): Json {
  if (!isPlainObject(side)) return null;
  const preset = Object.hasOwn(side, 'preset') ? side['preset'] : null;
  return preset === null || preset === undefined ? Array.isArray(side['blocks']) : preset;
}

/** Differing parts of the whole email: header, footer and global settings. */
function differingSections(main: JsonObject, own: JsonObject): JsonPath[] {
  const sides = ['header', 'footer'].filter((name) => kindOfSide(main[name]) !== kindOfSide(own[name]));
  const isOther = !sameValue(main['global'] ?? {}, own['global'] ?? {});
  return [...sides, ...(isOther ? ['global'] : [])].map((name) => [name]);
}

/** In the order of the language's email, omitted blocks last. */
export function differencesOf(main: JsonObject, own: JsonObject): BlockDifference[] {
  const [theirs, mine] = [partsOf(main), partsOf(own)];
  const inMain = matchLanguages(theirs, mine);
  const taken = new Set(inMain.values());
  const added = new Set(unmatched(mine[0], (part) => inMain.has(part)));
  const [, ...blocks] = mine;
  const here = blocks.flatMap((part): BlockDifference[] => {
    const partner = inMain.get(part);
    if (added.has(part)) return [{ path: part.path, how: 'added' }];
    return partner && containerDiffers(partner, part) ? [{ path: part.path, how: 'look' }] : [];
  });
  return [
    ...differingSections(main, own).map((path): BlockDifference => ({ path, how: 'look' })),
    ...here,
    ...unmatched(theirs[0], (part) => taken.has(part)).map(
      ({ path }): BlockDifference => ({ path, how: 'missing' }),
    ),
  ];
}
