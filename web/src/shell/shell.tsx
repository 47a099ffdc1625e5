import { ActionIcon, Alert, AppShell, Burger, Group, Text, UnstyledButton } from '@mantine/core';
import { useHotkeys, useMediaQuery } from '@mantine/hooks';
import { IconBell, IconLock, IconSearch } from '@tabler/icons-react';
import { Link, Outlet, useLocation } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useRead } from '../api/queries.ts';
import { useStore, useStoreOrNull } from '../api/session.ts';
import { SiblingPages } from '../parts/page-header.tsx';
import { storePath } from '../parts/store-path.ts';
import { useTexts } from '../texts/texts.tsx';
import { AccountMenu } from './account-menu.tsx';
import { AreaTabs } from './area-tabs.tsx';
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
      variant={open > 0 ? 'light' : 'subtle'}
      size="lg"
      color={open > 0 ? 'red' : 'gray'}
      {...(open > 0 && { w: 48 })}
      title={label}
      aria-label={label}
    >
      <IconBell size={16} stroke={1.75} aria-hidden />
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

/** Above this width, the navigation is always in sight. */
const WIDE = '(min-width: 48em)';
const useIsWide = () => useMediaQuery(WIDE, true, { getInitialValueInEffect: false }) ?? true;

/** The frame around every page of a signed-in person. */
export function Shell() {
  const { shell } = useTexts();
  const { pathname } = useLocation();
  const store = useStoreOrNull();
  const wide = useIsWide();
  const [drawer, setDrawer] = useState<PanelState>('never');
  const closeDrawer = () => setDrawer((before) => (before === 'open' ? 'closed' : before));
  const [palette, setPalette] = useState<PanelState>('never');
  const openPalette = () => setPalette('open');
  useHotkeys([['mod+K', openPalette]], []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the drawer closes whenever another page opens
  useEffect(closeDrawer, [pathname]);
  const sidebar = wide && store !== null;

  return (
    <SignOut>
      <AppShell
        header={{ height: sidebar ? 0 : 52 }}
        navbar={{ width: 220, breakpoint: 'sm', collapsed: { mobile: true, desktop: !store } }}
      >
        <a className="skip" href="#content">
          {shell.skip}
        </a>
        {!sidebar && (
          <AppShell.Header className={classes['header'] ?? ''}>
            <Group h="100%" px="sm" gap="xs" wrap="nowrap">
              {store && (
                <Burger
                  hiddenFrom="sm"
                  size="sm"
                  opened={drawer === 'open'}
                  onClick={() => setDrawer('open')}
                  aria-label={shell.openNavigation}
                />
              )}
              <StoreSwitcher />
              <Group gap="xs" ml="auto" wrap="nowrap">
                {store && <AlertsBell />}
                <ActionIcon
                  variant="default"
                  size="lg"
                  onClick={openPalette}
                  aria-label={shell.paletteHint}
                  title={shell.paletteHint}
                >
                  <IconSearch size={16} aria-hidden />
                </ActionIcon>
                <AccountMenu />
              </Group>
            </Group>
          </AppShell.Header>
        )}
        {sidebar && (
          <AppShell.Navbar className={classes['navbar'] ?? ''}>
            <StoreSwitcher />
            <UnstyledButton
              className={classes['search'] ?? ''}
              onClick={openPalette}
              title={shell.paletteHint}
              aria-keyshortcuts="Control+K Meta+K"
            >
              <IconSearch size={16} stroke={1.75} aria-hidden />
              <span>{shell.search}</span>
              <kbd aria-hidden>Ctrl K</kbd>
            </UnstyledButton>
            <Navigation />
            <Group className={classes['account'] ?? ''} gap="xs" wrap="nowrap" justify="space-between">
              <AccountMenu named />
              <AlertsBell />
            </Group>
          </AppShell.Navbar>
        )}
        <AppShell.Main id="content" tabIndex={-1} className={classes['main'] ?? ''}>
          <div className={classes['page']}>
            <Suspended why={store?.suspendedWhy ?? null} />
            {!sidebar && <SendingMode />}
            <SiblingPages value={<AreaTabs />}>
              <Outlet />
            </SiblingPages>
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
