import { ActionIcon, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTexts } from '../texts/texts.tsx';

/** What can be done with one row of a list, as `Menu.Item`s. */
export function RowMenu({ name, children }: { name: string; children: ReactNode }) {
  const { common } = useTexts();
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={common.more(name)}>
          <IconDots size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  );
}
