import type { Node } from 'prosemirror-model';
import { labelOf, truncate } from '../../editor/text/chips.rules.ts';
import { openText, type TextEditorKind } from '../../editor/text/open-text.rules.ts';
import type { Scope } from '../../editor/text/scope.rules.ts';
import { lineSchema } from '../../editor/text/text-schema.rules.ts';
import { lockedPieces } from './locked-text.rules.ts';

export interface OpenedField {
  kind: TextEditorKind;
  doc: Node;
}

/**
 * Opens a text for translation. HTML that cannot be edited as formatted text is edited with its markup
 * locked, so that no content is lost; `null` if even that is impossible.
 */
export function openField(text: string, isHtml: boolean): OpenedField | null {
  const kind = isHtml ? 'rich' : 'line';
  const opened = openText(kind, text);
  if ('doc' in opened) return { kind, doc: opened.doc };
  const pieces = lockedPieces(text, isHtml);
  if (!pieces) return null;
  const nodes = pieces.map((piece) =>
    piece.isLocked ? lineSchema.nodes.chip.create({ code: piece.text }) : lineSchema.text(piece.text),
  );
  return { kind: 'line', doc: lineSchema.nodes.doc.create(null, nodes) };
}

const TAG = /^<\/?([a-z][a-z\d]*)/i;

const LIQUID_TAG = /^\{%-?\s*(\w+)\s*([\s\S]*?)\s*-?%\}$/;

/** Plain-language labels for Liquid tags. */
export interface TagLabels {
  if(what: string): string;
  unless(what: string): string;
  elsif(what: string): string;
  else: string;
  endOfCondition: string;
  for(list: string): string;
  endOfLoop: string;
}

/** Describes a tag in words; `null` if it isn't part of a condition or loop. */
function wordsOfTag(code: string, words: TagLabels): string | null {
  const [, name, rest = ''] = LIQUID_TAG.exec(code) ?? [];
  const what = rest.replace(/\bvariables\./g, '');
  if (name === 'if' || name === 'unless' || name === 'elsif') return words[name](what);
  if (name === 'else') return words.else;
  if (name === 'for') return words.for(what.replace(/^\w+\s+in\s+/, ''));
  if (name === 'endfor') return words.endOfLoop;
  return name === 'endif' || name === 'endunless' ? words.endOfCondition : null;
}

/** The label of a chip, which never shows its code. */
export function chipLabel(code: string, scope: Scope, tags: TagLabels): string {
  if (code.startsWith('<')) return `‹${TAG.exec(code)?.[1]?.toLowerCase() ?? '…'}›`;
  const label = truncate(wordsOfTag(code, tags) ?? labelOf(code, scope))
    .replace(/\{\{-?|-?\}\}|\{%-?|-?%\}/g, '')
    .trim();
  return label === '' ? '…' : label;
}
