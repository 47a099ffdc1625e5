import { Alert, Button, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useErrorText } from '../api/error-text.ts';
import { useTexts } from '../texts/texts.tsx';

/** What could not be read, with a way to ask again. */
export function Failure({ error, retry }: { error: unknown; retry?: () => unknown }) {
  const { errors, common } = useTexts();
  const errorText = useErrorText();
  return (
    <Alert color="red" variant="light" icon={<IconAlertTriangle />} title={errors.title} role="alert">
      <Stack align="flex-start" gap="sm">
        <Text size="sm">{errorText(error)}</Text>
        {retry && (
          <Button size="xs" variant="default" onClick={() => void retry()}>
            {common.retry}
          </Button>
        )}
      </Stack>
    </Alert>
  );
}

/** What a form could not do, where no field is to blame. */
export function FormFailure({ text }: { text: string | null }) {
  return (
    text && (
      <Alert color="red" variant="light" icon={<IconAlertTriangle />} role="alert" py="xs">
        {text}
      </Alert>
    )
  );
}
