import { Button, Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';

export interface NoticeAction {
  label: string;
  /** Reports its own failures. */
  run: () => void;
}

const WITH_ACTION_MS = 20_000;

/** Shows a short success message, if useful with a button for what people often do next. */
export function notify(message: string, action?: NoticeAction) {
  if (!action) return notifications.show({ message, withBorder: true, withCloseButton: false });
  const id = notifications.show({
    withBorder: true,
    autoClose: WITH_ACTION_MS,
    message: (
      <Group justify="space-between" wrap="nowrap">
        <Text size="sm">{message}</Text>
        <Button
          size="xs"
          variant="default"
          style={{ flexShrink: 0 }}
          onClick={() => {
            notifications.hide(id);
            action.run();
          }}
        >
          {action.label}
        </Button>
      </Group>
    ),
  });
  return id;
}

/** Shows a success message with a caveat. */
export const notifyWarning = (message: string) =>
  notifications.show({ message, color: 'yellow', withBorder: true, autoClose: 15_000 });

export const notifyFailure = (message: string) =>
  notifications.show({ message, color: 'red', withBorder: true, withCloseButton: false, autoClose: 10_000 });
