import { Button, Code, Group, List, Stack, Text } from '@mantine/core';
import { Dialog } from '../../parts/dialog.tsx';
import { useTexts } from '../../texts/texts.tsx';
import type { Restored } from './queries.ts';

interface LostDialogProps {
  of: Restored | null;
  onClose: () => void;
  onOpen: (item: Restored) => void;
}

/** What a layout used and is gone, after it was brought back without it. */
export function LostDialog({ of: item, onClose, onOpen }: LostDialogProps) {
  const { trash, common } = useTexts();
  return (
    <Dialog opened={item !== null} onClose={onClose} title={trash.lostTitle(item?.name ?? '')}>
      <Stack>
        <Text size="sm">{trash.lostText}</Text>
        <List size="sm" spacing="xs" withPadding={false}>
          {item?.lost.map(({ locale, field, type, takenOut }) => (
            <List.Item key={`${locale} ${field} ${takenOut}`}>
              {takenOut ? trash.takenOut[type] : trash.stillThere} <Code>{field}</Code>, {locale}
            </List.Item>
          ))}
        </List>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {common.close}
          </Button>
          <Button data-autofocus onClick={() => item && onOpen(item)}>
            {trash.open}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
