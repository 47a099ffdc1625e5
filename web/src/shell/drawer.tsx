import '@mantine/core/styles/Drawer.layer.css';
import { Drawer } from '@mantine/core';
import { useTexts } from '../texts/texts.tsx';
import { Navigation } from './navigation.tsx';
import { Wordmark } from './wordmark.tsx';

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
