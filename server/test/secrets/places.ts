import { z } from 'zod';
import { blockKinds } from '../../src/features/rendering/design/all-blocks.schema.ts';

type Tree = Record<string, unknown>;

/** One text of a block, written by a person or an assistant. */
export interface BlockPlace {
  title: string;
  block: (text: string) => Tree;
}

/** Excludes fields that are not texts: kinds, files, shared sections, colors and the like. */
const isText = (path: readonly string[], schema: Tree) =>
  schema['type'] === 'string' &&
  schema['enum'] === undefined &&
  schema['const'] === undefined &&
  !['id', 'fileKey', 'preset', 'as'].includes(path.at(-1) ?? '') &&
  !/\b(?:no|cannot contain) Liquid\b/.test(String(schema['description'] ?? ''));

/** Every text in a kind of block, by path; entries of a list are named by their index. */
function pathsOf(schema: Tree, sample: unknown, path: string[] = []): string[][] {
  const options = (schema['anyOf'] ?? [schema]) as Tree[];
  return options.flatMap((option) => {
    if (isText(path, { ...schema, ...option })) return [path];
    if (option['type'] === 'object') {
      const members = Object.entries((option['properties'] ?? {}) as Record<string, Tree>);
      return members.flatMap(([name, member]) =>
        pathsOf(member, (sample as Tree | undefined)?.[name], [...path, name]),
      );
    }
    const first = Array.isArray(sample) ? sample[0] : undefined;
    if (
      option['type'] === 'array' &&
      first !== undefined &&
      !['blocks', 'columns'].includes(path.at(-1) ?? '')
    )
      return pathsOf(option['items'] as Tree, first, [...path, '0']);
    return [];
  });
}

function withText(tree: unknown, [name = '', ...rest]: readonly string[], text: string): unknown {
  if (Array.isArray(tree))
    return tree.map((each, i) => (String(i) === name ? withText(each, rest, text) : each));
  const holder = { ...(tree as Tree) };
  holder[name] =
    rest.length > 0 ? withText(holder[name] ?? {}, rest, text) : textIn(name, holder[name], text);
  return holder;
}

/** A secret cannot start an address, so it is in the query. */
const textIn = (name: string, before: unknown, text: string) =>
  /url|href/i.test(name) || String(before).startsWith('https:')
    ? `https://shop.example/?q=${text}`
    : `Text ${text}`;

/** Conditions and lists are Liquid values without braces: no braces are written into them. */
const isCondition = (path: readonly string[]) =>
  ['showIf', 'condition', 'source', 'currency', 'if'].includes(path.at(-1) ?? '');

/** Every text in every kind of block; a shared section is a separate place. */
export const blockPlaces: readonly BlockPlace[] = blockKinds
  .filter(({ type }) => type !== 'part')
  .flatMap(({ type, schema, sample }) => {
    const paths = pathsOf(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }), sample);
    return paths
      .filter((path) => !isCondition(path))
      .map((path) => ({
        title: `${type}.${path.join('.')}`,
        block: (text) => withText(structuredClone(sample), path, text) as Tree,
      }));
  });
