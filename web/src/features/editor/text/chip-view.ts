import type { Node } from 'prosemirror-model';
import type { NodeViewConstructor } from 'prosemirror-view';
import { isTag } from './chips.rules.ts';

/** Liquid as what it fills in, apart from the direction of what is around it. */
export const chipView =
  (label: (code: string) => string): NodeViewConstructor =>
  (node: Node) => {
    const dom = document.createElement('bdi');
    const code = String(node.attrs['code']);
    dom.dataset['chip'] = isTag(code) ? 'tag' : 'value';
    dom.title = code;
    dom.contentEditable = 'false';
    dom.textContent = label(code);
    // Only we write in it, when more is known of what it fills in.
    return { dom, ignoreMutation: () => true };
  };

/** Chips that show something else by now. */
export function relabelChips(within: ParentNode, label: (code: string) => string) {
  for (const chip of within.querySelectorAll<HTMLElement>('bdi[data-chip]')) {
    const words = label(chip.title);
    if (chip.textContent !== words) chip.textContent = words;
  }
}
