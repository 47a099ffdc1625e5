import {
  isElement,
  type PastedElement,
  type PastedNode,
  styleOf,
  textContentOf,
} from './pasted-tree.rules.ts';

/** How deep in a list Word means a paragraph to be. */
function levelOf(node: PastedNode): number | null {
  if (!isElement(node) || node.tag !== 'p') return null;
  const level = /\blevel(\d+)/.exec(styleOf(node, 'mso-list'))?.[1];
  return level === undefined ? null : Number(level);
}

const isMarker = (node: PastedNode) => isElement(node) && styleOf(node, 'mso-list') === 'ignore';

/** The bullet or number that Word writes before an item. */
function markerOf(node: PastedNode): string {
  if (!isElement(node)) return '';
  return isMarker(node) ? textContentOf(node) : node.children.map(markerOf).join('');
}

function withoutMarker(node: PastedNode): PastedNode[] {
  if (isMarker(node)) return [];
  return isElement(node) ? [{ ...node, children: node.children.flatMap(withoutMarker) }] : [node];
}

const isNumber = (marker: string) => /^\s*(?:\d+|[a-z]|[ivxlc]+)[.)]/i.test(marker);

const listOf = (item: PastedElement): PastedElement => ({
  ...{ tag: isNumber(markerOf(item)) ? 'ol' : 'ul', attributes: {} },
  children: [],
});

/** Turns Word's list paragraphs into lists. */
function fromWord(items: readonly PastedElement[]): PastedElement[] {
  const found: PastedElement[] = [];
  const open: { level: number; list: PastedElement }[] = [];
  for (const item of items) {
    const level = levelOf(item) ?? 1;
    while ((open.at(-1)?.level ?? 0) > level) open.pop();
    if (open.at(-1)?.level !== level) {
      const list = listOf(item);
      const around = open.at(-1)?.list.children.at(-1);
      if (isElement(around)) around.children.push(list);
      else found.push(list);
      open.push({ level, list });
    }
    const children = item.children.flatMap(withoutMarker);
    open.at(-1)?.list.children.push({ tag: 'li', attributes: {}, children });
  }
  return found;
}

const isBlank = (node: PastedNode) => !isElement(node) && node.trim() === '';

/** Moves a list that is a sibling of items into the item before it. */
function nested(list: PastedElement): PastedElement {
  const children: PastedNode[] = [];
  for (const child of list.children) {
    const before = children.at(-1);
    const isInner = isElement(child) && (child.tag === 'ul' || child.tag === 'ol');
    if (isInner && isElement(before))
      children[children.length - 1] = { ...before, children: [...before.children, child] };
    else if (isElement(child))
      children.push(isInner ? { tag: 'li', attributes: {}, children: [child] } : child);
  }
  return { ...list, children };
}

/** Normalizes lists, whichever program wrote them. */
export function repairLists(nodes: readonly PastedNode[]): PastedNode[] {
  const found: PastedNode[] = [];
  let items: PastedElement[] = [];
  const endItems = () => {
    found.push(...fromWord(items));
    items = [];
  };
  for (const node of nodes) {
    if (levelOf(node) !== null) items.push(node as PastedElement);
    else if (items.length === 0 || !isBlank(node)) {
      endItems();
      const mended = isElement(node) ? { ...node, children: repairLists(node.children) } : node;
      found.push(isElement(mended) && (mended.tag === 'ul' || mended.tag === 'ol') ? nested(mended) : mended);
    }
  }
  endItems();
  return found;
}
