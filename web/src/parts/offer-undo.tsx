import { Button, Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';

interface OfferedUndo {
  message: string;
  /** Label of the button. */
  action: string;
  run: () => Promise<unknown>;
}

/** Shows a message with an undo button, which reports its own failures. */
export function offerUndo({ message, action, run }: OfferedUndo) {
  const id = notifications.show({
    withBorder: true,
    autoClose: 20_000,
    message: (
      <Group justify="space-between" wrap="nowrap">
        <Text size="sm">{message}</Text>
        <Button
          size="xs"
          variant="default"
          onClick={() => {
            notifications.hide(id);
            void run();
          }}
        >
          {action}
        </Button>
      </Group>
    ),
  });
}
