import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { Dialog } from '../../parts/dialog.tsx';
import { useTexts } from '../../texts/texts.tsx';

/** In narrow windows, outline and fields are sheets over the email. */
export interface Sheet {
  pane: 'outline' | 'fields';
  /**
   * Finds the element to focus on opening. Not used for touch, where focusing a field would open the
   * on-screen keyboard.
   */
  findFocus?(): HTMLElement | null;
}

/** The input with this id, otherwise the first field. */
export const findField = (id: string | null) =>
  (id === null ? null : document.getElementById(id)) ??
  document.querySelector<HTMLElement>(
    '[data-fields] :is(input, textarea, [contenteditable]):not([type=color])',
  );

export const outlineSheet: Sheet = {
  pane: 'outline',
  findFocus: () => document.querySelector<HTMLElement>('[role=tree] [aria-selected=true]'),
};

export const fieldsSheet = (id: string | null): Sheet => ({ pane: 'fields', findFocus: () => findField(id) });

interface SideSheetProps {
  sheet: Sheet | null;
  onClose(): void;
  outline: ReactNode;
  panel: ReactNode;
}

export function SideSheet({ sheet, onClose, outline, panel }: SideSheetProps) {
  const { editor } = useTexts();
  const isOutline = sheet?.pane === 'outline';
  const isOpen = useRef(false);
  useEffect(() => {
    isOpen.current = sheet !== null;
  }, [sheet]);
  return (
    <Dialog
      opened={sheet !== null}
      onClose={onClose}
      title={isOutline ? editor.outline : editor.fields}
      fullScreen
    >
      {isOutline ? outline : panel}
      <Focus sheet={sheet} isOpen={isOpen} />
    </Dialog>
  );
}

/**
 * An opening dialog focuses the marked element and restores the focus when it closes. A dialog that is
 * already open doesn't detect a change of sheets, so it is focused directly.
 */
function Focus({ sheet, isOpen }: { sheet: Sheet | null; isOpen: RefObject<boolean> }) {
  useLayoutEffect(() => {
    if (!sheet?.findFocus) return;
    const wanted = sheet.findFocus() ?? document.querySelector<HTMLElement>('[role=dialog] button');
    wanted?.setAttribute('data-autofocus', '');
    if (isOpen.current) wanted?.focus();
    return () => wanted?.removeAttribute('data-autofocus');
  }, [sheet, isOpen]);
  return null;
}
