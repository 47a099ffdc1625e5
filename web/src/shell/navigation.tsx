import { Stack } from '@mantine/core';
import { Link, useLocation } from '@tanstack/react-router';
import { useStoreOrNull } from '../api/session.ts';
import { storePath } from '../parts/store-path.ts';
import { useTexts } from '../texts/texts.tsx';
import { SendingMode } from './sending-mode.tsx';
import classes from './shell.module.css';
import { visibleAreas } from './visible-pages.ts';

/** The entries of the main navigation, with the settings at the bottom. */
export function Navigation() {
  const { shell } = useTexts();
  const { pathname } = useLocation();
  const store = useStoreOrNull();
  if (!store) return null;
  const isOpen = (path: string) => pathname === path || pathname.startsWith(`${path}/`);
  return (
    <Stack component="nav" aria-label={shell.navigation} gap={2} flex={1}>
      {visibleAreas(store).map(({ name, icon: Picture, pages }) => {
        const paths = pages.map(({ path }) => storePath(store.id, path));
        const open = paths.some(isOpen);
        return [
          name === 'settings' && (
            <div key="sending-mode" className={classes['bottom']}>
              <SendingMode />
            </div>
          ),
          <Link
            key={name}
            to={paths[0] ?? ''}
            className={`${classes['link']} ${open ? classes['current'] : ''}`}
            aria-current={open ? 'page' : undefined}
          >
            <Picture size={16} stroke={1.75} aria-hidden />
            {shell.areas[name]}
          </Link>,
        ];
      })}
    </Stack>
  );
}
