import { notifications } from '@mantine/notifications';

/** Shows a short, unobtrusive success message. */
export const notify = (message: string) =>
  notifications.show({ message, withBorder: true, withCloseButton: false });

/** Shows a success message with a caveat. */
export const notifyWarning = (message: string) =>
  notifications.show({ message, color: 'yellow', withBorder: true, autoClose: 15_000 });

export const notifyFailure = (message: string) =>
  notifications.show({ message, color: 'red', withBorder: true, withCloseButton: false, autoClose: 10_000 });
