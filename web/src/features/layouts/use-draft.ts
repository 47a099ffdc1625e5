import { useCallback, useEffect, useMemo, useState } from 'react';
import type { Json, JsonObject } from '../../../../server/src/kernel/json.ts';
import { isPlainObject } from '../../../../server/src/kernel/plain-object.ts';
import { adopt } from '../editor/model/adopt.rules.ts';
import {
  beginHistory,
  type Change,
  type History,
  record,
  redo,
  type Selection,
  type Step,
  undo,
} from '../editor/model/history.rules.ts';
import { below } from '../editor/model/patches.rules.ts';
import { sameJson } from '../editor/model/same.rules.ts';
import type { Layout, Translation } from './queries.ts';

type Content = Pick<Layout | Translation, 'subject' | 'previewText' | 'bodyDesign' | 'body'>;

/** Texts of one language that can be changed. */
export type ContentField = 'subject' | 'previewText' | 'body';

/** Unsaved work as the browser keeps it: a design is its JSON, valid or not. */
export interface Draft {
  subject: string;
  previewText: string;
  body: string;
  /** What was done, so that it can still be undone. */
  steps?: readonly Step[];
  at?: number;
}

/** More than this is not worth keeping beside the work itself. */
const MAX_KEPT_STEPS = 100;

const contentOf = ({ subject, previewText, bodyDesign, body }: Content): JsonObject => ({
  subject,
  previewText,
  ...(bodyDesign ? { bodyDesign } : { body: body ?? '' }),
});

const format = (design: Json | undefined) => JSON.stringify(design, null, 2);

/** The design that a text says, or null. */
function designIn(text: string): JsonObject | null {
  try {
    const value: unknown = JSON.parse(text);
    return isPlainObject(value) ? (value as JsonObject) : null;
  } catch {
    return null;
  }
}

interface Work {
  history: History;
  /** Code that is no design yet, or is spaced otherwise than we would; `null` where there is none. */
  code: { text: string; design: Json | null } | null;
}

const bodyOf = (state: JsonObject) => state['bodyDesign'] ?? state['body'];

/** Takes over what the server has now as a step like any other; nothing if it is the same. */
function following(work: Work, content: JsonObject): Work {
  const changed = Object.entries(content).filter(
    ([name, value]) => !sameJson(work.history.state[name], value),
  );
  if (changed.length === 0) return work;
  const patches = changed.map(([name, value]) => ({
    ...{ kind: 'put' as const, path: [name] },
    value: adopt(work.history.state[name], value),
  }));
  return { history: record(work.history, { label: 'theirs', patches }, Date.now()), code: null };
}

/** Work that was kept, as it was. */
function workOf(kept: Draft, isVisual: boolean, now: JsonObject): Work {
  const { subject, previewText, body, steps = [], at = steps.length } = kept;
  const design = isVisual ? designIn(body) : null;
  if (isVisual && !design)
    return {
      history: beginHistory({ subject, previewText, bodyDesign: now['bodyDesign'] as Json }),
      code: { text: body, design: null },
    };
  const state: JsonObject = { subject, previewText, ...(design ? { bodyDesign: design } : { body }) };
  return { history: { ...beginHistory(state), steps, at }, code: null };
}

/**
 * Content on its way to be saved, and the version it was made from. Unchanged, it follows what the server has; changed,
 * it stays what it is until it is saved or given up. The design is the only model: canvas and code change the same.
 */
export function useDraft(content: Content, version: number) {
  const isVisual = content.bodyDesign !== undefined;
  const [base, setBase] = useState(() => ({ content: contentOf(content), version }));
  const [work, setWork] = useState<Work>(() => ({ history: beginHistory(base.content), code: null }));
  const { history, code } = work;
  const { state } = history;
  const unparsed = code !== null && code.design === null ? code.text : null;

  const changed = useMemo(() => {
    const isOther = {
      subject: state['subject'] !== base.content['subject'],
      previewText: state['previewText'] !== base.content['previewText'],
      body: unparsed !== null || !sameJson(bodyOf(state), bodyOf(base.content)),
    };
    return (Object.keys(isOther) as ContentField[]).filter((name) => isOther[name]);
  }, [state, unparsed, base.content]);
  const dirty = changed.length > 0;

  const followServer = () => {
    const next = contentOf(content);
    setBase({ content: next, version });
    setWork((before) => following(before, next));
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new version is what there is to follow
  useEffect(() => {
    if (!dirty && version !== base.version) followServer();
  }, [dirty, version, base.version]);

  const step = useCallback(
    (act: (history: History) => History) =>
      setWork(({ history: before }) => ({ history: act(before), code: null })),
    [],
  );
  /** A change of the design; what was written as code before is in it. */
  const run = useCallback(
    (change: Change) =>
      step((before) =>
        record(
          before,
          { ...change, patches: change.patches.map((patch) => below(['bodyDesign'], patch)) },
          Date.now(),
        ),
      ),
    [step],
  );
  const write = useCallback(
    (name: ContentField, value: string) =>
      setWork((before) => {
        const patches = [{ kind: 'put' as const, path: [name], value }];
        const change = { label: name, typing: name, patches };
        return { ...before, history: record(before.history, change, Date.now()) };
      }),
    [],
  );
  const writeCode = useCallback((text: string) => {
    setWork((before) => {
      const parsed = designIn(text);
      if (!parsed) return { ...before, code: { text, design: null } };
      const old = before.history.state['bodyDesign'];
      const design = adopt(old, parsed);
      if (design === old) return { ...before, code: { text, design } };
      const patches = [{ kind: 'put' as const, path: ['bodyDesign'], value: design }];
      const change = { label: 'code', typing: 'code', patches };
      return { history: record(before.history, change, Date.now()), code: { text, design } };
    });
  }, []);
  const select = useCallback(
    (selection: Selection) => setWork((before) => ({ ...before, history: { ...before.history, selection } })),
    [],
  );

  const design = (state['bodyDesign'] ?? null) as JsonObject | null;
  return {
    isVisual,
    subject: String(state['subject']),
    previewText: String(state['previewText']),
    design,
    /** Whether the code is no design: then the canvas has nothing new to show. */
    isUnparsed: unparsed !== null,
    history,
    /** Texts that differ from what the server has. */
    changed,
    dirty,
    version: base.version,
    ...{ run, write, writeCode, select },
    undo: useCallback(() => step(undo), [step]),
    redo: useCallback(() => step(redo), [step]),
    /** Changes whenever there is something new to keep. */
    work,
    /** The server now has what was sent. */
    markSaved: (sent: JsonObject) => setBase((current) => ({ ...current, content: sent })),
    discard: followServer,
    /** Work on the version that it began from, so that saving asks if there is a newer one. */
    takeUp: (kept: Draft, from: number) => {
      setBase((current) => ({ ...current, version: from }));
      setWork(workOf(kept, isVisual, base.content));
    },
  };
}

export type WorkingDraft = ReturnType<typeof useDraft>;

/** The design as code, as it was typed, or the HTML of a text layout. Only made where it is shown: a design is long. */
export function draftCode({ work: { history, code }, isVisual, design }: WorkingDraft): string {
  if (!isVisual) return String(history.state['body']);
  const isAsTyped = code !== null && (code.design === null || code.design === design);
  return isAsTyped ? code.text : format(design ?? {});
}

/** What the browser keeps of unsaved work. */
export function draftToKeep({ history: { state, steps, at }, code }: Work): Draft {
  const first = Math.max(0, steps.length - MAX_KEPT_STEPS);
  const unparsed = code !== null && code.design === null ? code.text : null;
  return {
    subject: String(state['subject']),
    previewText: String(state['previewText']),
    body: unparsed ?? ('bodyDesign' in state ? format(state['bodyDesign']) : String(state['body'])),
    ...(unparsed === null && at >= first && { steps: steps.slice(first), at: at - first }),
  };
}

/** The fields of a request, or null while the code is no design. */
export const draftFields = ({ history, isUnparsed }: Pick<WorkingDraft, 'history' | 'isUnparsed'>) =>
  isUnparsed ? null : history.state;

/** Of these, the ones that were changed, and the subject, which a translation always needs. */
export const touchedFields = (fields: JsonObject, changed: readonly ContentField[]): JsonObject =>
  Object.fromEntries(
    Object.entries(fields).filter(
      ([name]) =>
        name === 'subject' || changed.includes((name === 'bodyDesign' ? 'body' : name) as ContentField),
    ),
  );
