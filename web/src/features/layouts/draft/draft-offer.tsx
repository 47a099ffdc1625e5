import { useState } from 'react';
import { useRead } from '../../../api/queries.ts';
import { type FieldChange, FieldChanges } from '../../../parts/changes-list.tsx';
import { Dialog } from '../../../parts/dialog.tsx';
import { DraftNotice } from '../../../parts/drafts/draft-notice.tsx';
import { useTexts } from '../../../texts/texts.tsx';
import { DraftSyncNotice } from './draft-sync-notice.tsx';
import type { ServerDraft } from './use-server-draft.ts';

interface DraftOfferProps {
  layout: { id: string; version: number };
  of: ServerDraft;
}

/** Unsaved work that can be taken up; otherwise how work that is under way is kept. */
export function DraftOffer({ layout, of: draft }: DraftOfferProps) {
  const { drafts } = useTexts();
  const [comparing, setComparing] = useState(false);
  const { draftId, kept } = draft;
  return (
    <>
      {kept.offer && (
        <DraftNotice
          of={kept}
          revision={String(layout.version)}
          onTakeUp={draft.takeUp}
          onCompare={draftId === null ? null : () => setComparing(true)}
        />
      )}
      <DraftSyncNotice of={draft} />
      <Dialog opened={comparing} onClose={() => setComparing(false)} title={drafts.changes} size="xl">
        {draftId !== null && <DraftChanges path={`/email-templates/${layout.id}/drafts/${draftId}`} />}
      </Dialog>
    </>
  );
}

const DraftChanges = ({ path }: { path: string }) => (
  <FieldChanges of={useRead<{ changes: FieldChange[] }>(path)} />
);
