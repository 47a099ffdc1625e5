function morphAttributes(old: Element, next: Element) {
  for (const { name } of [...old.attributes]) if (!next.hasAttribute(name)) old.removeAttribute(name);
  for (const { name, value } of [...next.attributes])
    if (old.getAttribute(name) !== value) old.setAttribute(name, value);
}

function morphNode(old: ChildNode, next: ChildNode) {
  if (old.nodeType !== next.nodeType || old.nodeName !== next.nodeName)
    old.replaceWith((old.ownerDocument as Document).importNode(next, true));
  else if (old.nodeType === Node.ELEMENT_NODE) morph(old as Element, next as Element);
  else if (old.nodeValue !== next.nodeValue) old.nodeValue = next.nodeValue;
}

/** Makes one element like another and touches nothing that is equal: what is shown neither flickers nor scrolls. */
export function morph(old: Element, next: Element): void {
  morphAttributes(old, next);
  const before = [...old.childNodes];
  const after = [...next.childNodes];
  let start = 0;
  const isEqual = (i: number, j: number) => before[i]?.isEqualNode(after[j] ?? null) ?? false;
  while (start < before.length && start < after.length && isEqual(start, start)) start++;
  let same = 0;
  const room = Math.min(before.length, after.length) - start;
  while (same < room && isEqual(before.length - 1 - same, after.length - 1 - same)) same++;
  const left = before.slice(start, before.length - same);
  const wanted = after.slice(start, after.length - same);
  const end = before[before.length - same] ?? null;
  for (const [i, node] of left.entries()) {
    const into = wanted[i];
    if (into) morphNode(node, into);
    else node.remove();
  }
  for (const node of wanted.slice(left.length))
    old.insertBefore((old.ownerDocument as Document).importNode(node, true), end);
}
