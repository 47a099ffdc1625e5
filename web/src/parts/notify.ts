import { notifications } from '@mantine/notifications';

/** Says that something was done, without standing in the way. */
export const notify = (message: string) =>
  notifications.show({ message, withBorder: true, withCloseButton: false });

/** Says that it was done, and what is not as one may think. */
export const notifyWarning = (message: string) =>
  notifications.show({ message, color: 'yellow', withBorder: true, autoClose: 15_000 });

export const notifyFailure = (message: string) =>
  notifications.show({ message, color: 'red', withBorder: true, withCloseButton: false, autoClose: 10_000 });
