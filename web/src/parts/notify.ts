import { notifications } from '@mantine/notifications';

/** Says that something was done, without standing in the way. */
export const notify = (message: string) =>
  notifications.show({ message, withBorder: true, withCloseButton: false });

export const notifyFailure = (message: string) =>
  notifications.show({ message, color: 'red', withBorder: true, withCloseButton: false, autoClose: 10_000 });
