import { Modal, type ModalProps } from '@mantine/core';
import { useRef } from 'react';
import { useTexts } from '../texts/texts.tsx';

/** A modal dialog. Its content is created each time it opens, and does not change while it closes. */
export function Dialog(props: ModalProps) {
  const { common } = useTexts();
  const shown = useRef(props);
  if (props.opened) shown.current = props;
  return <Modal closeButtonProps={{ 'aria-label': common.close }} {...shown.current} opened={props.opened} />;
}
