import { type RefObject, useEffect, useRef } from 'react';
import { useEventCallback } from '../../../parts/use-event-callback.ts';
import type { EditorSession } from '../session/session.ts';

function focusMail(place: HTMLElement | null) {
  const find = (selector: string) => place?.querySelector<HTMLElement>(selector);
  const found =
    find('[role=listbox]') ?? find('[role=treeitem][tabindex="0"]') ?? find('[role=toolbar] button');
  found?.focus({ preventScroll: true });
}

/**
 * Announces that a preset was opened in the email, by its title, or closed. Its button disappears with it, so keyboard
 * focus moves to the email.
 */
export function useAnnounceOpenPreset(
  { preset }: EditorSession,
  place: RefObject<HTMLElement | null>,
  onChange: (title: string | null) => void,
) {
  const id = preset?.id ?? null;
  const before = useRef(id);
  const tell = useEventCallback(() => onChange(preset?.title ?? null));
  useEffect(() => {
    if (before.current === id) return;
    before.current = id;
    tell();
    // Waits until a closing sheet has restored the focus to its button.
    const timer = setTimeout(() => focusMail(place.current), 50);
    return () => clearTimeout(timer);
  }, [id, place, tell]);
}
