import { Alert, List } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useWarning } from '../../parts/field-words.ts';
import { useTexts } from '../../texts/texts.tsx';

/** The server's warnings about the texts it saved. */
export function SavedWarnings({ of: warnings, onClose }: { of: readonly string[]; onClose: () => void }) {
  const { layouts, common } = useTexts();
  const warningText = useWarning();
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
          <List.Item key={each}>{warningText(each)}</List.Item>
        ))}
      </List>
    </Alert>
  );
}
