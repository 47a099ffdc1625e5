import { NavLink, Stack, Text } from '@mantine/core';
import { Link, useLocation } from '@tanstack/react-router';
import { useStoreOrNull } from '../api/session.ts';
import { storePath } from '../parts/store-path.ts';
import { useTexts } from '../texts/texts.tsx';
import type { PageEntry } from './pages.ts';
import classes from './shell.module.css';
import { visiblePages } from './visible-pages.ts';

const sections: readonly PageEntry['section'][] = ['work', 'manage'];

export function Navigation() {
  const { shell, pages: titles } = useTexts();
  const { pathname } = useLocation();
  const store = useStoreOrNull();
  if (!store) return null;
  const visible = visiblePages(store);
  const isOpen = (path: string) => pathname === path || pathname.startsWith(`${path}/`);
  return (
    <nav aria-label={shell.navigation}>
      {sections
        .map((section) => ({ section, entries: visible.filter((page) => page.section === section) }))
        .filter(({ entries }) => entries.length > 0)
        .map(({ section, entries }) => (
          <Stack key={section} gap={2} mb="md">
            <Text size="xs" c="dimmed" fw={600} px="sm" pb={4}>
              {shell.sections[section]}
            </Text>
            {entries.map(({ path, title, icon: Picture }) => {
              const to = storePath(store.id, path);
              const open = isOpen(to);
              return (
                <NavLink
                  key={path}
                  component={Link}
                  to={to}
                  label={titles[title]}
                  leftSection={Picture && <Picture size={18} stroke={1.7} aria-hidden />}
                  className={`${classes['link']} ${open ? classes['current'] : ''}`}
                  aria-current={open ? 'page' : undefined}
                  py={7}
                />
              );
            })}
          </Stack>
        ))}
    </nav>
  );
}
