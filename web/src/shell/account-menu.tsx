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
import { useSession, useStoreOrNull } from '../api/session.ts';
import { type Language, languages, useLanguage } from '../texts/texts.tsx';
import classes from './shell.module.css';
import { useConfirmedSignOut } from './sign-out.tsx';

export const schemes: readonly [MantineColorScheme, typeof IconSun][] = [
  ['light', IconSun],
  ['dark', IconMoon],
  ['auto', IconDeviceDesktop],
];

/** `named` shows the person's name and role beside the picture. */
export function AccountMenu({ named = false }: { named?: boolean }) {
  const { texts, language, choose } = useLanguage();
  const { shell, common } = texts;
  const store = useStoreOrNull();
  const { person } = useSession();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const signOut = useConfirmedSignOut();
  return (
    <Menu width={240} position={named ? 'top-start' : 'bottom-end'}>
      <Menu.Target>
        <UnstyledButton className={classes['person'] ?? ''}>
          <VisuallyHidden>{`${shell.openAccountMenu}: ${person.name}`}</VisuallyHidden>
          <Avatar name={person.name} color="pine" size={28} aria-hidden />
          {named && (
            <span aria-hidden>
              <strong>{person.name}</strong>
              {store && <small>{common.roles[store.role]}</small>}
            </span>
          )}
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
