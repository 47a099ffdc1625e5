import { Alert, Box, Button, Group, Text } from '@mantine/core';
import { useTexts } from '../../../texts/texts.tsx';
import type { ServerDraft } from './use-server-draft.ts';

/** A quiet notice when unsaved work exists only in this browser or continued in another tab. */
export function DraftSyncNotice({ of: draft }: { of: ServerDraft }) {
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
    // It is there before it says something, so that it is read out, and takes no room until then.
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
