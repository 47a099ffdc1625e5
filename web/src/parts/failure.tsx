import { Alert, Button, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useErrorText } from '../api/error-text.ts';
import { useTexts } from '../texts/texts.tsx';

/** A failed read, with a retry button. */
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

/** An error of a form that belongs to no field. */
export function FormFailure({ text }: { text: string | null }) {
  return (
    text && (
      <Alert color="red" variant="light" icon={<IconAlertTriangle />} role="alert" py="xs">
        {text}
      </Alert>
    )
  );
}
