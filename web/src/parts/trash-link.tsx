import { Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useStore } from '../api/session.ts';
import { useTexts } from '../texts/texts.tsx';
import { storePath } from './store-path.ts';

/** Links to the trash, which deleted items are moved to. */
export function TrashLink() {
  const { pages } = useTexts();
  const { id } = useStore();
  return (
    <Button
      component={Link}
      to={storePath(id, 'trash')}
      variant="subtle"
      color="gray"
      leftSection={<IconTrash size={18} aria-hidden />}
    >
      {pages.trash}
    </Button>
  );
}
