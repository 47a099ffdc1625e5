import { useNotifications } from '@mantine/notifications';
import { type ComponentType, useEffect, useState } from 'react';

/** Where `notify` is seen. What shows it is loaded when there is something to show; if it cannot be, the next one tries again. */
export function Notices() {
  const { length } = useNotifications().notifications;
  const [List, setList] = useState<ComponentType | null>(null);
  useEffect(() => {
    if (length === 0 || List) return;
    import('./notification-list.tsx').then(
      ({ NotificationList }) => setList(() => NotificationList),
      () => {},
    );
  }, [length, List]);
  return List && <List />;
}
