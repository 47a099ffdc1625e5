import { Progress, Text } from '@mantine/core';
import { ApiError } from '../../api/client.ts';
import { reasonText, useErrorText } from '../../api/error-text.ts';
import { capitalized } from '../../texts/said.ts';
import { useTexts } from '../../texts/texts.tsx';

/** The file's error without its field name. */
export function useImportErrorText() {
  const texts = useTexts();
  const errorText = useErrorText();
  return (error: unknown) => {
    if (!(error instanceof ApiError)) return errorText(error);
    if (error.status === 413) return texts.unsubscribes.importTooLarge;
    const [told] = error.messages;
    const reason = error.fields['FILE'];
    if (!reason) return errorText(error);
    return capitalized((told && reasonText(texts, told)) ?? reason);
  };
}

export function UploadProgress({ share }: { share: number }) {
  const { unsubscribes } = useTexts();
  return (
    <div>
      <Progress value={share * 100} animated={share === 1} aria-label={unsubscribes.importProgress} />
      <Text size="xs" c="dimmed" mt={4} role="status">
        {unsubscribes.importing(Math.floor(share * 100))}
      </Text>
    </div>
  );
}
