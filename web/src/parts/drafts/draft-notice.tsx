import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useFormats } from '../../texts/formats.ts';
import { useTexts } from '../../texts/texts.tsx';
import type { LocalDraftState } from './use-local-draft.ts';

interface DraftNoticeProps<T> {
  of: LocalDraftState<T>;
  /** The current revision of the record. */
  revision: string | null;
  onTakeUp: (value: T, revision: string | null) => void;
  /** Shows the draft's changes, if they can be computed. */
  onCompare?: (() => void) | null;
  /** A sentence about what cannot be restored. */
  notKept?: string | null;
}

/** Offers unsaved work from this browser, and warns if the record has changed since. */
export function DraftNotice<T>({
  of: kept,
  revision,
  onTakeUp,
  onCompare = null,
  notKept = null,
}: DraftNoticeProps<T>) {
  const { drafts } = useTexts();
  const { relative } = useFormats();
  const { offer, isOpenElsewhere } = kept;
  if (!offer)
    return (
      isOpenElsewhere && (
        <Alert color="yellow" variant="light" py="xs" role="status">
          {drafts.elsewhere}
        </Alert>
      )
    );
  return (
    <Alert
      color="gray"
      variant="light"
      icon={<IconHistory />}
      title={drafts.kept(relative(new Date(offer.at).toISOString()))}
      role="status"
    >
      <Stack gap="sm" align="flex-start">
        {offer.revision !== revision && <Text size="sm">{drafts.changedSince}</Text>}
        {notKept && <Text size="sm">{notKept}</Text>}
        <Group gap="xs">
          <Button
            size="xs"
            variant="default"
            onClick={() => {
              kept.takeUp();
              onTakeUp(offer.value, offer.revision);
            }}
          >
            {drafts.takeUp}
          </Button>
          {onCompare && (
            <Button size="xs" variant="default" onClick={onCompare}>
              {drafts.compare}
            </Button>
          )}
          <Button size="xs" variant="default" onClick={kept.discard}>
            {drafts.discard}
          </Button>
        </Group>
      </Stack>
    </Alert>
  );
}
