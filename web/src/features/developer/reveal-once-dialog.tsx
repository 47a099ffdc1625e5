import type { ReactNode } from 'react';
import { CopyOnceContent } from '../../parts/copy.tsx';
import { Dialog } from '../../parts/dialog.tsx';

interface RevealOnceDialogProps {
  opened: boolean;
  onClose: () => void;
  /** Forgets what was told, once nobody sees it any more. */
  onClosed: () => void;
  title: string;
  /** What asks for it to be made. */
  children: ReactNode;
  /** What the server revealed, as soon as it has. */
  revealed: { title: string; label: string; text: string; hint: string; below?: ReactNode } | null;
}

/** One window that asks and then tells, so that the focus goes back to where it was opened from. */
export function RevealOnceDialog({
  opened,
  onClose,
  onClosed,
  title,
  children,
  revealed,
}: RevealOnceDialogProps) {
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      onExitTransitionEnd={onClosed}
      title={revealed?.title ?? title}
      size={revealed?.below ? 'xl' : 'lg'}
      withCloseButton={!revealed}
      closeOnEscape={!revealed}
      closeOnClickOutside={!revealed}
    >
      {revealed ? (
        <CopyOnceContent label={revealed.label} text={revealed.text} hint={revealed.hint} onClose={onClose}>
          {revealed.below}
        </CopyOnceContent>
      ) : (
        children
      )}
    </Dialog>
  );
}
