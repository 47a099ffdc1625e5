import { Button, Menu, Text } from '@mantine/core';
import { IconCheck, IconPlus, IconSelector } from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import { useSession, useStoreOrNull } from '../api/session.ts';
import { useTexts } from '../texts/texts.tsx';
import { firstPagePath } from './visible-pages.ts';

export function StoreSwitcher() {
  const { shell, common } = useTexts();
  const { stores } = useSession();
  const current = useStoreOrNull();
  const navigate = useNavigate();
  return (
    <Menu width={260} position="bottom-start">
      <Menu.Target>
        <Button
          variant="subtle"
          color="gray"
          c="var(--mantine-color-text)"
          px="sm"
          miw={0}
          rightSection={<IconSelector size={16} aria-hidden />}
          aria-label={`${shell.switchStore}: ${current?.name ?? ''}`}
        >
          <Text span truncate fw={600} size="sm" maw={{ base: 130, sm: 260 }}>
            {current?.name ?? shell.store}
          </Text>
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {stores.map((store) => (
          <Menu.Item
            key={store.id}
            onClick={() => void navigate({ to: firstPagePath(store) })}
            leftSection={
              <IconCheck size={16} visibility={store.id === current?.id ? 'visible' : 'hidden'} aria-hidden />
            }
            aria-current={store.id === current?.id ? 'true' : undefined}
          >
            {store.name}
            <Text span display="block" size="xs">
              {common.roles[store.role]}
            </Text>
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item component={Link} to="/new-store" leftSection={<IconPlus size={16} aria-hidden />}>
          {shell.newStore}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
