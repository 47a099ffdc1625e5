import type { Node } from 'prosemirror-model';
import type { NodeViewConstructor } from 'prosemirror-view';
import { isTag } from './chips.rules.ts';

/** The label of a chip and a note about it, for example that no step sent the variable. */
export interface ChipWords {
  label(code: string): string;
  note(code: string): string | null;
}

function showNote(chip: HTMLElement, note: string | null) {
  if (note === null) {
    delete chip.dataset['noted'];
    chip.removeAttribute('aria-description');
  } else {
    chip.dataset['noted'] = '';
    chip.setAttribute('aria-description', note);
  }
}

/**
 * Renders Liquid as the value it fills in, isolated from the text direction around it; the code is shown only
 * to people who may change it.
 */
export const chipView =
  (words: ChipWords, isLocked = false): NodeViewConstructor =>
  (node: Node) => {
    const dom = document.createElement('bdi');
    const code = String(node.attrs['code']);
    dom.dataset['chip'] = isTag(code) ? 'tag' : 'value';
    dom.dataset['code'] = code;
    if (!isLocked) dom.title = code;
    dom.contentEditable = 'false';
    dom.textContent = words.label(code);
    showNote(dom, words.note(code));
    // Only our own code changes its content, once the value is known.
    return { dom, ignoreMutation: () => true };
  };

/** Updates chips whose label or note has changed. */
export function relabelChips(within: ParentNode, words: ChipWords) {
  for (const chip of within.querySelectorAll<HTMLElement>('bdi[data-chip]')) {
    const code = chip.dataset['code'] ?? '';
    const label = words.label(code);
    if (chip.textContent !== label) chip.textContent = label;
    showNote(chip, words.note(code));
  }
}
