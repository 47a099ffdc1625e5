import { useNotifications } from '@mantine/notifications';
import { type ComponentType, useEffect, useState } from 'react';

/** Where `notify` is seen. What shows it is loaded when there is something to show; if it cannot be, the next one tries again. */
export function Notices() {
  const { length } = useNotifications().notifications;
  const [Shown, setShown] = useState<ComponentType | null>(null);
  useEffect(() => {
    if (length === 0 || Shown) return;
    import('./notices-shown.tsx').then(
      ({ NoticesShown }) => setShown(() => NoticesShown),
      () => {},
    );
  }, [length, Shown]);
  return Shown && <Shown />;
}
