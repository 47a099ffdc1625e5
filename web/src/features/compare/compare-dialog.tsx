import { Anchor, Skeleton } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { type ReactNode, Suspense, useState } from 'react';
import { Dialog } from '../../parts/dialog.tsx';
import { useCompareTexts } from './use-compare-texts.ts';

interface CompareDialogProps {
  /** Renders the dialog's content; called when the dialog opens, so that nothing loads earlier. */
  children: () => ReactNode;
}

/**
 * Opens a window with an email or request before and after a change. Nothing is loaded or drawn until it
 * opens.
 */
export function CompareDialog({ children }: CompareDialogProps) {
  const texts = useCompareTexts();
  const [shown, setShown] = useState<ReactNode>(null);
  const isNarrow = useMediaQuery('(max-width: 61.99em)') ?? false;
  return (
    <>
      <Anchor component="button" type="button" size="sm" mih={24} onClick={() => setShown(children())}>
        {texts.title}
      </Anchor>
      <Dialog
        opened={shown !== null}
        onClose={() => setShown(null)}
        title={texts.title}
        size="min(90rem, 96vw)"
        fullScreen={isNarrow}
      >
        <Suspense fallback={<Skeleton height={320} />}>{shown}</Suspense>
      </Dialog>
    </>
  );
}
