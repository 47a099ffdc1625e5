import { useState } from 'react';
import { useRead } from '../../../api/queries.ts';
import { type Change, Changes } from '../../../parts/changes-list.tsx';
import { Dialog } from '../../../parts/dialog.tsx';
import { DraftNotice } from '../../../parts/drafts/draft-notice.tsx';
import { useTexts } from '../../../texts/texts.tsx';
import { KeepingNotice } from './keeping-notice.tsx';
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
      <KeepingNotice of={draft} />
      <Dialog opened={comparing} onClose={() => setComparing(false)} title={drafts.changes} size="xl">
        {draftId !== null && <DraftChanges path={`/email-templates/${layout.id}/drafts/${draftId}`} />}
      </Dialog>
    </>
  );
}

const DraftChanges = ({ path }: { path: string }) => <Changes of={useRead<{ changes: Change[] }>(path)} />;
