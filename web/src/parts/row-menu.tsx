import { ActionIcon, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { type ReactNode, useRef } from 'react';
import { useTexts } from '../texts/texts.tsx';

/** The actions for one row of a list, as `Menu.Item`s. */
export function RowMenu({ name, children }: { name: string; children: ReactNode }) {
  const { common } = useTexts();
  const opener = useRef<HTMLButtonElement>(null);
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon ref={opener} variant="subtle" color="gray" aria-label={common.more(name)}>
          <IconDots size={18} />
        </ActionIcon>
      </Menu.Target>
      {/* A dialog restores the focus to the element that had it on opening. The menu item is gone by
         then, the opener is not. */}
      <Menu.Dropdown onClickCapture={() => opener.current?.focus()}>{children}</Menu.Dropdown>
    </Menu>
  );
}
