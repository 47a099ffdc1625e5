import type { Node } from 'prosemirror-model';
import type { NodeViewConstructor } from 'prosemirror-view';
import { isTag, labelOf } from './chips.rules.ts';
import type { Scope } from './scope.rules.ts';

/** Liquid as what it fills in, apart from the direction of what is around it. */
export const chipView =
  (scope: () => Scope): NodeViewConstructor =>
  (node: Node) => {
    const dom = document.createElement('bdi');
    const code = String(node.attrs['code']);
    dom.dataset['chip'] = isTag(code) ? 'tag' : 'value';
    dom.title = code;
    dom.contentEditable = 'false';
    dom.textContent = labelOf(code, scope());
    return { dom };
  };
