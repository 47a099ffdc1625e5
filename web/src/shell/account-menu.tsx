import {
  Avatar,
  type MantineColorScheme,
  Menu,
  Text,
  UnstyledButton,
  useMantineColorScheme,
  VisuallyHidden,
} from '@mantine/core';
import { IconDeviceDesktop, IconLogout, IconMoon, IconSun, IconUser } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useSession } from '../api/session.ts';
import { type Language, languages, useLanguage } from '../texts/texts.tsx';
import { useConfirmedSignOut } from './sign-out.tsx';

export const schemes: readonly [MantineColorScheme, typeof IconSun][] = [
  ['light', IconSun],
  ['dark', IconMoon],
  ['auto', IconDeviceDesktop],
];

export function AccountMenu() {
  const { texts, language, choose } = useLanguage();
  const { shell } = texts;
  const { person } = useSession();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const signOut = useConfirmedSignOut();
  return (
    <Menu width={240} position="bottom-end">
      <Menu.Target>
        <UnstyledButton style={{ borderRadius: '50%' }}>
          <VisuallyHidden>{`${shell.openAccountMenu}: ${person.name}`}</VisuallyHidden>
          <Avatar name={person.name} color="pine" variant="filled" size={34} aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          <Text component="div" size="sm" fw={600} c="var(--mantine-color-text)" truncate>
            {person.name}
          </Text>
          <Text component="div" size="xs" truncate>
            {person.email}
          </Text>
        </Menu.Label>
        <Menu.Item component={Link} to="/account" leftSection={<IconUser size={16} aria-hidden />}>
          {shell.account}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Label>{shell.appearance}</Menu.Label>
        <Menu.RadioGroup
          value={colorScheme}
          onChange={(value) => setColorScheme(value as MantineColorScheme)}
        >
          {schemes.map(([scheme]) => (
            <Menu.RadioItem key={scheme} value={scheme}>
              {shell[scheme]}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Divider />
        <Menu.Label>{shell.language}</Menu.Label>
        <Menu.RadioGroup value={language} onChange={(value) => void choose(value as Language)}>
          {Object.entries(languages).map(([tag, name]) => (
            <Menu.RadioItem key={tag} value={tag} lang={tag}>
              {name}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Divider />
        <Menu.Item onClick={signOut} leftSection={<IconLogout size={16} aria-hidden />}>
          {shell.signOut}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
