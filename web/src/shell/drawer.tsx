import '@mantine/core/styles/Drawer.layer.css';
import { Drawer } from '@mantine/core';
import { Wordmark } from '../parts/wordmark.tsx';
import { useTexts } from '../texts/texts.tsx';
import { Navigation } from './navigation.tsx';

/** The navigation of a narrow window. Loaded when it is first opened. */
export function NavigationDrawer({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { shell } = useTexts();
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      size={280}
      hiddenFrom="sm"
      title={<Wordmark />}
      closeButtonProps={{ 'aria-label': shell.closeNavigation }}
    >
      <Navigation />
    </Drawer>
  );
}
