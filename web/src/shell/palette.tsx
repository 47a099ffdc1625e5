import '@mantine/spotlight/styles.layer.css';
import { useMantineColorScheme } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { createSpotlight, Spotlight, type SpotlightActionGroupData } from '@mantine/spotlight';
import {
  IconArrowRight,
  IconBuildingStore,
  IconLanguage,
  IconLogout,
  IconPlus,
  IconSearch,
  IconUser,
} from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { coversRole } from 'outstep/kernel/access-levels.ts';
import { useEffect, useState } from 'react';
import { useSession, useStoreOrNull } from '../api/session.ts';
import { storePath } from '../parts/store-path.ts';
import { type Language, languages, useLanguage } from '../texts/texts.tsx';
import { schemes } from './account-menu.tsx';
import { useConfirmedSignOut } from './sign-out.tsx';
import { useFoundRecords } from './use-found-records.tsx';
import { firstPagePath, visiblePages } from './visible-pages.ts';

const [store, spotlight] = createSpotlight();
/** Sends one request per word instead of one per letter. */
const TYPING_PAUSE_MS = 200;
const icon = { size: 18, stroke: 1.7, 'aria-hidden': true } as const;

function useGroups(): SpotlightActionGroupData[] {
  const { texts, choose } = useLanguage();
  const { shell, pages: titles } = texts;
  const { stores } = useSession();
  const current = useStoreOrNull();
  const navigate = useNavigate();
  const { setColorScheme } = useMantineColorScheme();
  const signOut = useConfirmedSignOut();
  const visible = current ? visiblePages(current) : [];
  const go = (to: string, search: Record<string, string> = {}) => {
    void navigate({ to, search: search as never });
  };
  return [
    {
      group: shell.groups.pages,
      actions: [
        ...visible.map(({ path, title, icon: Picture }) => ({
          id: path,
          label: titles[title],
          leftSection: Picture && <Picture {...icon} />,
          onClick: () => go(storePath(current?.id ?? '', path)),
        })),
        {
          id: 'account',
          label: shell.account,
          leftSection: <IconUser {...icon} />,
          onClick: () => go('/account'),
        },
      ],
    },
    {
      group: shell.groups.actions,
      actions: [
        ...visible.flatMap(({ path, actions = [] }) =>
          actions
            .filter(({ role }) => current && coversRole(current.role, role))
            .map(({ title, search }) => ({
              id: `${path} ${title(texts)}`,
              label: title(texts),
              leftSection: <IconArrowRight {...icon} />,
              onClick: () => go(storePath(current?.id ?? '', path), search),
            })),
        ),
        {
          id: 'new-store',
          label: shell.newStore,
          leftSection: <IconPlus {...icon} />,
          onClick: () => go('/new-store'),
        },
        ...schemes.map(([scheme, Picture]) => ({
          id: scheme,
          label: `${shell.appearance}: ${shell[scheme]}`,
          leftSection: <Picture {...icon} />,
          onClick: () => setColorScheme(scheme),
        })),
        ...Object.entries(languages).map(([tag, name]) => ({
          id: `language ${tag}`,
          label: `${shell.language}: ${name}`,
          leftSection: <IconLanguage {...icon} />,
          onClick: () => void choose(tag as Language),
        })),
        {
          id: 'sign-out',
          label: shell.signOut,
          leftSection: <IconLogout {...icon} />,
          onClick: signOut,
        },
      ],
    },
    {
      group: shell.groups.stores,
      actions: stores
        .filter(({ id }) => id !== current?.id)
        .map((each) => ({
          id: each.id,
          label: shell.toStore(each.name),
          leftSection: <IconBuildingStore {...icon} />,
          onClick: () => go(firstPagePath(each)),
        })),
    },
  ];
}

/** Searches pages, actions and records by name; opened with Ctrl+K. Loaded on first use. */
export function Palette({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { shell } = useLanguage().texts;
  const [query, setQuery] = useState('');
  const [asked] = useDebouncedValue(query.trim(), TYPING_PAUSE_MS);
  const found = useFoundRecords(asked);
  useEffect(() => {
    if (opened) spotlight.open();
  }, [opened]);
  return (
    <Spotlight
      store={store}
      actions={[...useGroups(), ...found]}
      query={query}
      onQueryChange={setQuery}
      onSpotlightClose={onClose}
      shortcut={null}
      attributes={{ content: { 'aria-label': shell.paletteHint } }}
      nothingFound={shell.paletteEmpty}
      highlightQuery
      scrollable
      maxHeight={420}
      searchProps={{
        leftSection: <IconSearch {...icon} />,
        placeholder: shell.search,
        'aria-label': shell.paletteHint,
      }}
    />
  );
}
