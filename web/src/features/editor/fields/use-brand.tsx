import { Button, Stack, Text, VisuallyHidden } from '@mantine/core';
import { IconPalette } from '@tabler/icons-react';
import { hasBrand } from 'outstep/features/library/settings/brand.rules.ts';
import { useState } from 'react';
import { useBrand } from '../../../parts/brand.ts';
import { useTexts } from '../../../texts/texts.tsx';
import { applyBrand } from '../model/brand.rules.ts';
import type { EditorSession } from '../session/session.ts';

/** Applies the brand from the settings to the global styles. */
export function ApplyBrand({ session: { design, run, canChange } }: { session: EditorSession }) {
  const { brand: texts } = useTexts();
  const brand = useBrand();
  const [said, setSaid] = useState('');
  if (!canChange || !brand || !hasBrand(brand)) return null;
  const change = applyBrand(design, brand);
  const use = () => {
    run(change);
    if (change) setSaid(texts.used);
  };
  return (
    <Stack gap={4} align="flex-start">
      {/* Not disabled once it is done: a disabled button would lose the focus. */}
      <Button
        size="xs"
        variant="default"
        leftSection={<IconPalette size={16} aria-hidden />}
        aria-disabled={change === null}
        {...(change === null && { 'data-disabled': true })}
        onClick={use}
      >
        {change === null ? texts.inUse : texts.use}
      </Button>
      <Text size="xs" c="dimmed">
        {texts.useHint}
      </Text>
      <VisuallyHidden role="status">{said}</VisuallyHidden>
    </Stack>
  );
}
