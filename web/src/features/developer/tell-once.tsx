import type { ReactNode } from 'react';
import { OnceTold } from '../../parts/copy.tsx';
import { Dialog } from '../../parts/dialog.tsx';

interface TellOnceProps {
  opened: boolean;
  onClose: () => void;
  /** Forgets what was told, once nobody sees it any more. */
  onGone: () => void;
  title: string;
  /** What asks for it to be made. */
  children: ReactNode;
  /** What the server told, as soon as it has. */
  told: { title: string; label: string; text: string; hint: string; below?: ReactNode } | null;
}

/** One window that asks and then tells, so that the focus goes back to where it was opened from. */
export function TellOnce({ opened, onClose, onGone, title, children, told }: TellOnceProps) {
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      onExitTransitionEnd={onGone}
      title={told?.title ?? title}
      size={told?.below ? 'xl' : 'lg'}
      withCloseButton={!told}
      closeOnEscape={!told}
      closeOnClickOutside={!told}
    >
      {told ? (
        <OnceTold label={told.label} text={told.text} hint={told.hint} onClose={onClose}>
          {told.below}
        </OnceTold>
      ) : (
        children
      )}
    </Dialog>
  );
}
