import { Button, Text } from '@mantine/core';
import { useTexts } from '../texts/texts.tsx';

interface KeepAsIsProps {
  /** Texts that are outdated. */
  count: number;
  /** Something is written and not saved: it would seem to be made from what was before. */
  dirty: boolean;
  isSaving: boolean;
  onMark(): void;
}

/** A way to say that outdated texts hold as they are, and what that does. */
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
