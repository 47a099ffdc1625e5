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
  /** Where on the page somebody pointed. */
  point: readonly [number, number] | null;
}

/** A text that is being written in, where it stands. */
export interface InlineTextEdit extends TextOpening {
  kind: TextEditorKind;
  path: JsonPath;
  value: string;
  mark: string;
}

const stepsOf = (field: string) => field.split('.').map((step) => (/^\d+$/.test(step) ? Number(step) : step));

/** How a member is written: `rows.0.label` is one of the entries of `rows`. */
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

/** Everything about the text that somebody has begun, as the design and the page are now; `null` if it has gone. */
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

/** Which text of the email is written in place; until it is left, nothing else changes it on the page. */
export function useWriting({ session, fields, drawn }: WritingProps) {
  const [begun, setBegun] = useState<TextOpening | null>(null);
  /** The element that stands in the place of the text. */
  const host = useRef<HTMLElement | null>(null);
  const writing = begun && fields && drawn ? writingOf(begun, session, fields, drawn) : null;
  // Until it is known what can be written, whoever was quick waits.
  const isWaiting = begun !== null && fields === null;
  const isGone = begun !== null && ((writing === null && !isWaiting) || session.selection !== begun.key);
  useEffect(() => {
    if (isGone) setBegun(null);
  }, [isGone]);

  return {
    writing: isGone ? null : writing,
    host,
    /** Whether the text can be looked for at all; whether it can be written in place is found out when it is opened. */
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
    /** The page that is about to be shown gets what is being written as it is. */
    keep(next: Document) {
      const cell = host.current && writing && findCell(next, writing.mark, writing.field);
      if (cell && host.current) fillCell(cell, next.importNode(host.current, true));
    },
  };
}
