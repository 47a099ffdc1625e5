import { ActionIcon, Alert, AppShell, Burger, Group, Text, Tooltip } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { IconBell, IconLock, IconSearch } from '@tabler/icons-react';
import { Link, Outlet, useLocation } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useRead } from '../api/queries.ts';
import { useStore, useStoreOrNull } from '../api/session.ts';
import { storePath } from '../parts/store-path.ts';
import { Wordmark } from '../parts/wordmark.tsx';
import { useTexts } from '../texts/texts.tsx';
import { AccountMenu } from './account-menu.tsx';
import { Navigation } from './navigation.tsx';
import { SendingMode } from './sending-mode.tsx';
import { SessionWatch } from './session-watch.tsx';
import classes from './shell.module.css';
import { SignOut } from './sign-out.tsx';
import { StoreSwitcher } from './store-switcher.tsx';

const LOOK_MS = 60_000;
const MOST_SHOWN = 9;

/** The number of open alerts, of the kinds that the person chose to see here. */
function AlertsBell() {
  const { shell } = useTexts();
  const { id } = useStore();
  const { data } = useRead<{ open: number }>('/alerts/open', {}, { refetchInterval: LOOK_MS });
  const open = data?.open ?? 0;
  const label = open > 0 ? shell.openAlerts(open) : shell.noAlerts;
  return (
    <ActionIcon
      component={Link}
      to={storePath(id, 'alerts')}
      variant={open > 0 ? 'light' : 'default'}
      size="lg"
      radius="xl"
      {...(open > 0 && { color: 'red', w: 52 })}
      title={label}
      aria-label={label}
    >
      <IconBell size={18} aria-hidden />
      {open > 0 && (
        <strong className={classes['count']} aria-hidden>
          {open > MOST_SHOWN ? `${MOST_SHOWN}+` : open}
        </strong>
      )}
    </ActionIcon>
  );
}

const Palette = lazy(async () => ({ default: (await import('./palette.tsx')).Palette }));
const NavigationDrawer = lazy(async () => ({ default: (await import('./drawer.tsx')).NavigationDrawer }));

/** `never` until it is first opened, so that it is loaded only then. */
type PanelState = 'never' | 'open' | 'closed';

/** Members of a suspended store see the reason on every page. */
function Suspended({ why }: { why: string | null }) {
  const { shell } = useTexts();
  if (why === null) return null;
  return (
    <Alert color="red" variant="light" icon={<IconLock />} title={shell.suspended} mb="lg">
      <Text size="sm" fw={600}>
        {why}
      </Text>
      <Text size="sm">{shell.suspendedText}</Text>
    </Alert>
  );
}

/** The frame around every page of a signed-in person. */
export function Shell() {
  const { shell } = useTexts();
  const { pathname } = useLocation();
  const store = useStoreOrNull();
  const [drawer, setDrawer] = useState<PanelState>('never');
  const closeDrawer = () => setDrawer((before) => (before === 'open' ? 'closed' : before));
  const [palette, setPalette] = useState<PanelState>('never');
  const openPalette = () => setPalette('open');
  useHotkeys([['mod+K', openPalette]], []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the drawer closes whenever another page opens
  useEffect(closeDrawer, [pathname]);

  return (
    <SignOut>
      <AppShell
        header={{ height: 56 }}
        navbar={{ width: 232, breakpoint: 'sm', collapsed: { mobile: true, desktop: !store } }}
      >
        <a className="skip" href="#content">
          {shell.skip}
        </a>
        <AppShell.Header className={classes['header'] ?? ''}>
          <Group h="100%" px="md" gap="sm" wrap="nowrap">
            <Burger
              hiddenFrom="sm"
              size="sm"
              opened={drawer === 'open'}
              onClick={() => setDrawer('open')}
              aria-label={shell.openNavigation}
            />
            <Link to="/" aria-label="Outstep" className={classes['mark'] ?? ''}>
              <Wordmark />
            </Link>
            <StoreSwitcher />
            <Group gap="xs" ml="auto" wrap="nowrap">
              {store && <AlertsBell />}
              <Tooltip label={`${shell.paletteHint} (Ctrl K)`}>
                <ActionIcon
                  variant="default"
                  size="lg"
                  radius="xl"
                  onClick={openPalette}
                  aria-label={shell.paletteHint}
                  aria-keyshortcuts="Control+K Meta+K"
                >
                  <IconSearch size={18} />
                </ActionIcon>
              </Tooltip>
              <AccountMenu />
            </Group>
          </Group>
        </AppShell.Header>
        <AppShell.Navbar className={classes['navbar'] ?? ''} px="sm" py="lg">
          <Navigation />
        </AppShell.Navbar>
        <AppShell.Main id="content" tabIndex={-1} className={classes['main'] ?? ''}>
          <div className={classes['page']}>
            <Suspended why={store?.suspendedWhy ?? null} />
            {store && pathname.startsWith('/stores/') && <SendingMode />}
            <Outlet />
          </div>
        </AppShell.Main>
        <SessionWatch />
        {drawer !== 'never' && (
          <Suspense>
            <NavigationDrawer opened={drawer === 'open'} onClose={closeDrawer} />
          </Suspense>
        )}
        {palette !== 'never' && (
          <Suspense>
            <Palette opened={palette === 'open'} onClose={() => setPalette('closed')} />
          </Suspense>
        )}
      </AppShell>
    </SignOut>
  );
}
