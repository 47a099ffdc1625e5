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

const isSame = (one: Draft, other: Draft) =>
  one.subject === other.subject && one.previewText === other.previewText && one.body === other.body;

/**
 * Content on its way to be saved, and the version it was made from. Unchanged, it follows what the server has; changed,
 * it stays what it is until it is saved or given up.
 */
export function useDraft(content: Content, version: number) {
  const [base, setBase] = useState(() => ({ draft: draftOf(content), version }));
  const [draft, setDraft] = useState(base.draft);
  const dirty = !isSame(draft, base.draft);
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
