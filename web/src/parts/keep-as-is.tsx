import { Button, Text } from '@mantine/core';
import { useTexts } from '../texts/texts.tsx';

interface KeepAsIsProps {
  /** Number of outdated texts. */
  count: number;
  /** Unsaved changes prevent marking, because they would seem to be based on the previous text. */
  dirty: boolean;
  isSaving: boolean;
  onMark(): void;
}

/** Marks outdated texts as up to date, and explains the effect. */
export function KeepAsIs({ count, dirty, isSaving, onMark }: KeepAsIsProps) {
  const { layouts } = useTexts();
  const words = layouts.outdated;
  return (
    <>
      <Button size="xs" variant="default" disabled={dirty} loading={isSaving} onClick={onMark}>
        {words.stillRight(count)}
      </Button>
      <Text size="sm" flex="1 1 14rem">
        {dirty ? words.saveFirst : words.stillRightHint}
      </Text>
    </>
  );
}
