import { Alert, Box, Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { useRead } from '../../../api/queries.ts';
import { type FieldChange, FieldChanges } from '../../../parts/changes-list.tsx';
import { Dialog } from '../../../parts/dialog.tsx';
import { DraftNotice } from '../../../parts/drafts/draft-notice.tsx';
import { useTexts } from '../../../texts/texts.tsx';
import type { ServerDraft } from './use-server-draft.ts';

/** A quiet notice when unsaved work exists only in this browser or continued in another tab. */
function DraftSyncNotice({ of: draft }: { of: ServerDraft }) {
  const { drafts, signIn } = useTexts();
  const { keeping, kept, isHandedOver } = draft;
  const isElsewhere = isHandedOver || (kept.isOpenElsewhere && !kept.offer);
  const said = isHandedOver
    ? drafts.handedOver
    : isElsewhere
      ? drafts.elsewhere
      : keeping === 'kept' || kept.offer
        ? null
        : drafts.notKept[keeping === 'theirs' ? 'refused' : keeping];
  return (
    // Rendered before it has content, so that screen readers announce changes; takes no space until then.
    <Box role="status" mt={said ? 0 : 'calc(-1 * var(--mantine-spacing-md))'}>
      {said && (
        <Alert color={isElsewhere ? 'yellow' : 'gray'} variant="light" py="xs">
          <Group gap="sm" justify="space-between">
            <Text size="sm" flex="1 1 16rem">
              {said}
            </Text>
            {isElsewhere && (
              <Button size="compact-sm" variant="default" onClick={() => void draft.goOnHere()}>
                {drafts.goOnHere}
              </Button>
            )}
            {!isElsewhere && keeping === 'signedOut' && (
              <Button
                size="compact-sm"
                variant="default"
                onClick={() => void draft.signIn().catch(() => undefined)}
              >
                {signIn.title}
              </Button>
            )}
          </Group>
        </Alert>
      )}
    </Box>
  );
}

interface DraftOfferProps {
  layout: { id: string; version: number };
  of: ServerDraft;
}

/** Offers unsaved work; otherwise shows how the current work is stored. */
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
