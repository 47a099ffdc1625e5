import type { ReactNode } from 'react';
import { CopyOnceContent } from '../../parts/copy.tsx';
import { Dialog } from '../../parts/dialog.tsx';

interface RevealOnceDialogProps {
  opened: boolean;
  onClose: () => void;
  /** Called once the dialog has closed, to discard what it revealed. */
  onClosed: () => void;
  title: string;
  /** The form that creates the secret. */
  children: ReactNode;
  /** The created secret, once the server has returned it. */
  revealed: { title: string; label: string; text: string; hint: string; below?: ReactNode } | null;
}

/** One dialog for the form and for its secret, so that focus returns to the control that opened it. */
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
