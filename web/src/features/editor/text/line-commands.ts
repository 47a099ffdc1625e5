import { chainCommands, splitBlockAs } from 'prosemirror-commands';
import type { Node } from 'prosemirror-model';
import { splitListItem } from 'prosemirror-schema-list';
import type { Command } from 'prosemirror-state';
import { liftItem } from './format-commands.ts';
import { richSchema } from './text-schema.rules.ts';

const { nodes } = richSchema;

/** Enter in an empty item ends its list. */
const leaveList: Command = (state, dispatch) => {
  const { $from, empty } = state.selection;
  if (!empty || $from.parent.content.size > 0 || $from.depth < 2) return false;
  return $from.node(-1).type === nodes.li && liftItem(state, dispatch);
};

/** Splits text without a paragraph into two paragraphs. */
const splitBare: Command = (state, dispatch) => {
  const { $from } = state.selection;
  if ($from.parent.type !== nodes.bare) return false;
  const { tr } = state;
  tr.setNodeMarkup($from.before(), nodes.line).deleteSelection();
  dispatch?.(tr.split(tr.selection.from).scrollIntoView());
  return true;
};

/** A heading is followed by a paragraph, a paragraph by one with the same attributes. */
const splitLine = splitBlockAs((line: Node, isAtEnd: boolean) => {
  if (line.type !== nodes.line) return null;
  return isAtEnd && line.attrs['tag'] !== 'p'
    ? { type: nodes.line }
    : { type: nodes.line, attrs: line.attrs };
});

export const newLine: Command = chainCommands(splitListItem(nodes.li), leaveList, splitBare, splitLine);

/** A new line in the same paragraph. */
export const breakLine: Command = (state, dispatch) => {
  dispatch?.(state.tr.replaceSelectionWith(nodes.br.create()).scrollIntoView());
  return true;
};
