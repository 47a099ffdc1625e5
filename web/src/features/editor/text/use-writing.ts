import type { JsonPath } from 'outstep/kernel/json.ts';
import { useEffect, useRef, useState } from 'react';
import type { BlockField } from '../fields/fields.rules.ts';
import type { BlockEntry } from '../model/blocks.rules.ts';
import { valueAt } from '../model/patches.rules.ts';
import type { DrawnMail } from '../page/drawn-mail.ts';
import type { EditorSession } from '../session/session.ts';
import { fillCell, findCell } from './find-cell.ts';
import type { TextEditorKind } from './open-text.rules.ts';

export type BlockFields = ReadonlyMap<string, readonly BlockField[]>;

interface TextOpening {
  key: string;
  field: string;
  /** The pressed point on the page. */
  point: readonly [number, number] | null;
}

/** A text that is being edited in place. */
export interface InlineTextEdit extends TextOpening {
  kind: TextEditorKind;
  path: JsonPath;
  value: string;
  mark: string;
}

const stepsOf = (field: string) => field.split('.').map((step) => (/^\d+$/.test(step) ? Number(step) : step));

/** The editor for a field: `rows.0.label` is the label of one of the entries in `rows`. */
function kindOf(fields: readonly BlockField[], steps: JsonPath): TextEditorKind | null {
  const [name, ...rest] = steps.filter((step) => typeof step === 'string');
  const field = fields.find((each) => each.name === name);
  if (!field) return null;
  if (rest.length > 0) return kindOf(field.fields, rest);
  if (field.kind === 'rich') return 'rich';
  return field.kind === 'text' ? 'line' : null;
}

const markOf = (drawn: DrawnMail, key: string): string | null => {
  const number = drawn.keys.indexOf(key);
  return number < 0 ? null : `${drawn.mail.word}${number}`;
};

/** The current state of the text being edited; `null` if it no longer exists. */
function writingOf(
  begun: TextOpening,
  { design, entries }: EditorSession,
  fields: BlockFields,
  drawn: DrawnMail,
): InlineTextEdit | null {
  const entry = entries.find(({ key }: BlockEntry) => key === begun.key);
  const mark = markOf(drawn, begun.key);
  if (!entry || mark === null) return null;
  const steps = stepsOf(begun.field);
  const kind = kindOf(fields.get(entry.type) ?? [], steps);
  const path = [...entry.path, ...steps];
  const value = valueAt(design, path);
  return kind && typeof value === 'string' ? { ...begun, kind, path, value, mark } : null;
}

interface WritingProps {
  session: EditorSession;
  fields: BlockFields | null;
  drawn: DrawnMail | null;
}

/** Tracks which text of the email is edited in place. Until editing ends, rendering does not touch it. */
export function useInlineTextEdit({ session, fields, drawn }: WritingProps) {
  const [begun, setBegun] = useState<TextOpening | null>(null);
  /** The element that replaces the text on the page. */
  const host = useRef<HTMLElement | null>(null);
  const writing = begun && fields && drawn ? writingOf(begun, session, fields, drawn) : null;
  // A quick start waits until it is known which fields are texts.
  const isWaiting = begun !== null && fields === null;
  const isGone = begun !== null && ((writing === null && !isWaiting) || session.selection !== begun.key);
  useEffect(() => {
    if (isGone) setBegun(null);
  }, [isGone]);

  return {
    writing: isGone ? null : writing,
    host,
    /**
     * Starts editing a text. Returns whether its place was found; opening it decides whether it can be edited
     * in place.
     */
    begin(page: Document | null, key: string, field: string | null, point: TextOpening['point']): boolean {
      const mark = drawn && markOf(drawn, key);
      if (!page || !mark || !session.canChange) return false;
      const cell = findCell(page, mark, field);
      const next = cell && { key, field: cell.field, point };
      if (!next || (fields && !writingOf(next, session, fields, drawn))) return false;
      session.select(key);
      setBegun(next);
      return true;
    },
    leave: () => setBegun(null),
    /** Copies the text being edited into the page that is about to be shown. */
    keep(next: Document) {
      const cell = host.current && writing && findCell(next, writing.mark, writing.field);
      if (cell && host.current) fillCell(cell, next.importNode(host.current, true));
    },
  };
}
