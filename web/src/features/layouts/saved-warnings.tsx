import { Alert, List } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTexts } from '../../texts/texts.tsx';
import { useSaid } from '../../texts/use-said.ts';

/** What the server noticed in texts that it saved. */
export function SavedWarnings({ of: warnings, onClose }: { of: readonly string[]; onClose: () => void }) {
  const { layouts, common } = useTexts();
  const said = useSaid();
  if (warnings.length === 0) return null;
  return (
    <Alert
      color="yellow"
      variant="light"
      role="status"
      icon={<IconAlertTriangle />}
      title={layouts.savedWithWarnings}
      withCloseButton
      closeButtonLabel={common.close}
      onClose={onClose}
    >
      <List size="sm">
        {warnings.map((each) => (
          <List.Item key={each}>{said(each)}</List.Item>
        ))}
      </List>
    </Alert>
  );
}
