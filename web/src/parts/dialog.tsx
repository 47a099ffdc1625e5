import { Modal, type ModalProps } from '@mantine/core';
import { useTexts } from '../texts/texts.tsx';

/** A window over the page. Its content is made anew each time it opens. */
export function Dialog(props: ModalProps) {
  const { common } = useTexts();
  return <Modal closeButtonProps={{ 'aria-label': common.close }} {...props} />;
}
