import { useEffect, useState } from 'react';
import type { JsonObject } from '../../../../server/src/kernel/json.ts';
import type { Layout, Translation } from './queries.ts';

/** What one language says, as it is written in the fields: a design is its JSON. */
export interface Draft {
  subject: string;
  previewText: string;
  body: string;
}

type Content = Pick<Layout | Translation, 'subject' | 'previewText' | 'bodyDesign' | 'body'>;

const draftOf = ({ subject, previewText, bodyDesign, body }: Content): Draft => ({
  subject,
  previewText,
  body: bodyDesign ? JSON.stringify(bodyDesign, null, 2) : (body ?? ''),
});

/** A design that is only spaced otherwise is the same. */
const meaning = (body: string, isVisual: boolean) => {
  if (!isVisual) return body;
  try {
    return JSON.stringify(JSON.parse(body));
  } catch {
    return body;
  }
};

function changedIn(draft: Draft, base: Draft, isVisual: boolean) {
  const isOther = {
    subject: draft.subject !== base.subject,
    previewText: draft.previewText !== base.previewText,
    body: draft.body !== base.body && meaning(draft.body, isVisual) !== meaning(base.body, isVisual),
  };
  return (Object.keys(isOther) as (keyof Draft)[]).filter((name) => isOther[name]);
}

/**
 * Content on its way to be saved, and the version it was made from. Unchanged, it follows what the server has; changed,
 * it stays what it is until it is saved or given up.
 */
export function useDraft(content: Content, version: number) {
  const [base, setBase] = useState(() => ({ draft: draftOf(content), version }));
  const [draft, setDraft] = useState(base.draft);
  const changed = changedIn(draft, base.draft, content.bodyDesign !== undefined);
  const dirty = changed.length > 0;
  const followServer = () => {
    const next = draftOf(content);
    setBase({ draft: next, version });
    setDraft(next);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new version is what there is to follow
  useEffect(() => {
    if (!dirty && version !== base.version) followServer();
  }, [dirty, version, base.version]);
  return {
    draft,
    /** Texts that differ from what the server has. */
    changed,
    dirty,
    version: base.version,
    change: (changes: Partial<Draft>) => setDraft((current) => ({ ...current, ...changes })),
    /** The server now has what was sent. */
    markSaved: (sent: Draft) => setBase((current) => ({ ...current, draft: sent })),
    discard: followServer,
    /** Work on the version that it began from, so that saving asks if there is a newer one. */
    takeUp: (kept: Draft, from: number) => {
      setBase((current) => ({ ...current, version: from }));
      setDraft(kept);
    },
  };
}

/** The fields of a request, or null while the design is no JSON. */
export function draftFields({ subject, previewText, body }: Draft, isVisual: boolean): JsonObject | null {
  if (!isVisual) return { subject, previewText, body };
  try {
    return { subject, previewText, bodyDesign: JSON.parse(body) };
  } catch {
    return null;
  }
}

/** Of these, the ones that were changed, and the subject, which a translation always needs. */
export const touchedFields = (fields: JsonObject, changed: readonly (keyof Draft)[]): JsonObject =>
  Object.fromEntries(
    Object.entries(fields).filter(
      ([name]) =>
        name === 'subject' || changed.includes((name === 'bodyDesign' ? 'body' : name) as keyof Draft),
    ),
  );
