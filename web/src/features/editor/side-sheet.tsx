import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { Dialog } from '../../parts/dialog.tsx';
import { useTexts } from '../../texts/texts.tsx';

/** Where there is no room beside the email, outline and fields are sheets over it. */
export interface Sheet {
  pane: 'outline' | 'fields';
  /** Finds what gets the focus in it. Not for a finger: a field would open the keyboard of the phone. */
  findFocus?(): HTMLElement | null;
}

/** A field by the id of its input, else the one that somebody begins with. */
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
 * A window that opens gives the focus to what is marked, and back when it closes. One that is open already does not
 * notice that it shows another sheet.
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
