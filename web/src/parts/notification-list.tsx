import '@mantine/core/styles/Notification.layer.css';
import '@mantine/notifications/styles.layer.css';
import { Notifications } from '@mantine/notifications';
import classes from './notification-list.module.css';

export const NotificationList = () => (
  <Notifications position="bottom-right" classNames={{ root: classes['list'] ?? '' }} />
);
