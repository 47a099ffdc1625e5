import { isElement, type PastedElement, type PastedNode, styleOf } from './pasted-tree.rules.ts';
import { shownStyle } from './text-schema.rules.ts';
import type { Attributes } from './text-tokens.rules.ts';

/** Values that inherit or default, so they don't describe a visible style. */
const EMPTY = /^(?:|inherit|initial|unset|auto|normal|transparent|windowtext|currentcolor)$/;

const declared = (name: string, ...values: readonly string[]) => {
  const value = values.find((each) => !EMPTY.test(each.trim()));
  return value === undefined ? [] : [`${name}:${value.trim().replaceAll('"', "'")}`];
};

const backgroundOf = (node: PastedElement) =>
  declared('background-color', styleOf(node, 'background-color'), styleOf(node, 'background'));

const isCell = ({ tag }: PastedElement) => tag === 'td' || tag === 'th';

/** Color, font and size of text, limited to what the sanitizer allows in emails. */
export function allowedStyleOf(node: PastedElement): string {
  const { color = '', face = '' } = node.tag === 'font' ? node.attributes : {};
  return shownStyle(
    [
      ...declared('color', styleOf(node, 'color'), color.toLowerCase()),
      ...(isCell(node) ? [] : backgroundOf(node)),
      ...declared('font-family', styleOf(node, 'font-family'), face.toLowerCase()),
      ...declared('font-size', styleOf(node, 'font-size')),
    ].join(';'),
  );
}

const ALIGNED = /^(?:center|right|justify)$/;

/** The alignment of a paragraph or cell, and the background of a cell. */
export function blockAttributesOf(node: PastedElement): Attributes {
  const alignment = [styleOf(node, 'text-align'), (node.attributes['align'] ?? '').toLowerCase()].find(
    (each) => ALIGNED.test(each),
  );
  const style = shownStyle(
    [
      ...(alignment === undefined ? [] : [`text-align:${alignment}`]),
      ...(isCell(node) ? backgroundOf(node) : []),
    ].join(';'),
  );
  return style === '' ? {} : { style };
}

const namesIn = (style: string) => style.split(';').map((each) => each.split(':')[0]);

/** Whether the inner style overrides every property of the outer one. */
export function overridesStyle(inner: string, outer: string): boolean {
  const names = namesIn(inner);
  return namesIn(outer).every((name) => names.includes(name));
}

const PICTURE = /^data:(image\/[a-z+]+);base64,([\w+/=\s]+)$/i;
/** Smaller images are tracking pixels. */
const LEAST_SIZE = 3;
const MOST = 10;

/** Images in pasted content: embedded ones, and the number of external ones, which are omitted. */
export function picturesIn(nodes: readonly PastedNode[]): {
  own: { type: string; base64: string }[];
  left: number;
} {
  const found = { own: [] as { type: string; base64: string }[], left: 0 };
  const visit = (node: PastedNode) => {
    if (!isElement(node)) return;
    if (node.tag === 'img') {
      const { src = '', width, height } = node.attributes;
      const [, type, base64] = PICTURE.exec(src) ?? [];
      const isSeen = [width, height].every(
        (size) => size === undefined || Number.parseInt(size, 10) >= LEAST_SIZE,
      );
      if (type !== undefined && base64 !== undefined && found.own.length < MOST)
        found.own.push({ type: type.toLowerCase(), base64 });
      else if (isSeen) found.left++;
    }
    node.children.forEach(visit);
  };
  nodes.forEach(visit);
  return found;
}
