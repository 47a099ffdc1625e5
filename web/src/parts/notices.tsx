import { useNotifications } from '@mantine/notifications';
import { type ComponentType, useEffect, useState } from 'react';

/** Shows notifications. The list is loaded with the first one; if that fails, the next one tries again. */
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
