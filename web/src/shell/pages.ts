import {
  type Icon,
  IconAddressBook,
  IconBell,
  IconCode,
  IconHistory,
  IconHistoryToggle,
  IconHome,
  IconInbox,
  IconKey,
  IconLayout,
  IconLayoutDashboard,
  IconLayoutNavbar,
  IconMail,
  IconMailOff,
  IconMailX,
  IconPhoto,
  IconPlugConnected,
  IconSend,
  IconSettings,
  IconTrash,
  IconUserSearch,
  IconUsers,
  IconWebhook,
  IconWorldUpload,
} from '@tabler/icons-react';
import type { Role } from 'outstep/kernel/access-levels.ts';
import type { ComponentType } from 'react';
import type { Query } from '../api/client.ts';
import type { Texts } from '../texts/texts.tsx';

export type AreaName = keyof Texts['shell']['areas'];

/** The entries of the main navigation. Each opens the first of its pages that the person may see. */
export const areas: readonly { name: AreaName; icon: Icon }[] = [
  { name: 'home', icon: IconHome },
  { name: 'emails', icon: IconMail },
  { name: 'requests', icon: IconWebhook },
  { name: 'history', icon: IconHistory },
  { name: 'recipients', icon: IconAddressBook },
  { name: 'connect', icon: IconPlugConnected },
  { name: 'settings', icon: IconSettings },
];

export interface PageEntry {
  /** Relative to the store's URL, such as `layouts` or `layouts/$layoutId`. */
  path: string;
  title: keyof Texts['pages'];
  /** Pages with an icon are tabs of their area and in the palette; others are reached from another page. */
  icon?: Icon;
  /** The entry of the main navigation it belongs to. */
  area: AreaName;
  /** The role required to see it. */
  role: Role;
  /** Palette entries that open the page with these search parameters. */
  actions?: readonly { title: (texts: Texts) => string; search: Record<string, string>; role: Role }[];
  load: () => Promise<{ Page: ComponentType }>;
  /**
   * Requests without search parameters, prefetched while the page's code is loading if it is the first of a
   * visit.
   */
  reads?: readonly { path: string; query: Query }[];
}

/** Every page of a store, in the order of the navigation and its tabs. The first one opens after sign-in. */
export const pages: readonly PageEntry[] = [
  {
    path: 'dashboard',
    title: 'dashboard',
    icon: IconLayoutDashboard,
    area: 'home',
    role: 'viewer',
    load: () => import('../features/dashboard/dashboard-page.tsx'),
    reads: [{ path: '/stats', query: { days: 30, withoutTests: true } }],
  },
  {
    path: 'alerts',
    title: 'alerts',
    icon: IconBell,
    area: 'home',
    role: 'viewer',
    load: () => import('../features/alerts/alerts-page.tsx'),
  },
  {
    path: 'layouts',
    title: 'layouts',
    icon: IconLayout,
    area: 'emails',
    role: 'viewer',
    actions: [{ title: ({ layouts }) => layouts.create, search: { new: '1' }, role: 'editor' }],
    load: () => import('../features/layouts/layouts-page.tsx'),
  },
  {
    path: 'layouts/$layoutId',
    title: 'layouts',
    area: 'emails',
    role: 'viewer',
    load: () => import('../features/layouts/layout-page.tsx'),
  },
  {
    path: 'presets',
    title: 'presets',
    icon: IconLayoutNavbar,
    area: 'emails',
    role: 'viewer',
    actions: [{ title: ({ presets }) => presets.create, search: { new: '1' }, role: 'editor' }],
    load: () => import('../features/presets/presets-page.tsx'),
  },
  {
    path: 'presets/$presetId',
    title: 'presets',
    area: 'emails',
    role: 'viewer',
    load: () => import('../features/presets/preset-page.tsx'),
  },
  {
    path: 'files',
    title: 'files',
    icon: IconPhoto,
    area: 'emails',
    role: 'viewer',
    load: () => import('../features/files/files-page.tsx'),
  },
  {
    path: 'http-requests',
    title: 'httpRequests',
    icon: IconWorldUpload,
    area: 'requests',
    role: 'viewer',
    load: () => import('../features/http-requests/http-requests-page.tsx'),
  },
  {
    path: 'http-requests/$requestId',
    title: 'httpRequests',
    area: 'requests',
    role: 'viewer',
    load: () => import('../features/http-requests/http-request-page.tsx'),
  },
  {
    path: 'history',
    title: 'history',
    icon: IconHistory,
    area: 'history',
    role: 'viewer',
    load: () => import('../features/history/history-page.tsx'),
  },
  {
    path: 'history/$entryId',
    title: 'history',
    area: 'history',
    role: 'viewer',
    load: () => import('../features/history/history-entry-page.tsx'),
  },
  {
    path: 'captured-mails',
    title: 'capturedMails',
    icon: IconInbox,
    area: 'history',
    role: 'editor',
    load: () => import('../features/capture/captured-mails-page.tsx'),
  },
  {
    path: 'captured-mails/$mailId',
    title: 'capturedMails',
    area: 'history',
    role: 'editor',
    load: () => import('../features/capture/captured-mail-page.tsx'),
  },
  {
    path: 'history-search',
    title: 'historySearch',
    icon: IconUserSearch,
    area: 'recipients',
    role: 'editor',
    load: () => import('../features/history/recipient-search-page.tsx'),
  },
  {
    path: 'unsubscribes',
    title: 'unsubscribes',
    icon: IconMailOff,
    area: 'recipients',
    role: 'editor',
    actions: [{ title: ({ unsubscribes }) => unsubscribes.add, search: { new: '1' }, role: 'editor' }],
    load: () => import('../features/unsubscribes/unsubscribes-page.tsx'),
  },
  {
    path: 'suppressions',
    title: 'suppressions',
    icon: IconMailX,
    area: 'recipients',
    role: 'editor',
    load: () => import('../features/unsubscribes/suppressions-page.tsx'),
  },
  {
    path: 'developer',
    title: 'developer',
    icon: IconCode,
    area: 'connect',
    role: 'viewer',
    actions: [{ title: ({ developer }) => developer.createKey, search: { new: '1' }, role: 'owner' }],
    load: () => import('../features/developer/developer-page.tsx'),
  },
  {
    path: 'settings',
    title: 'settings',
    icon: IconSettings,
    area: 'settings',
    role: 'viewer',
    load: () => import('../features/settings/settings-page.tsx'),
  },
  {
    path: 'senders',
    title: 'senders',
    icon: IconSend,
    area: 'settings',
    role: 'viewer',
    actions: [{ title: ({ senders }) => senders.add, search: { new: '1' }, role: 'editor' }],
    load: () => import('../features/senders/senders-page.tsx'),
  },
  {
    path: 'senders/$senderId/domain',
    title: 'senders',
    area: 'settings',
    role: 'viewer',
    load: () => import('../features/sender-domains/sender-domain-page.tsx'),
  },
  {
    path: 'secrets',
    title: 'secrets',
    icon: IconKey,
    area: 'settings',
    role: 'viewer',
    actions: [{ title: ({ secrets }) => secrets.add, search: { new: '1' }, role: 'editor' }],
    load: () => import('../features/secrets/secrets-page.tsx'),
  },
  {
    path: 'team',
    title: 'team',
    icon: IconUsers,
    area: 'settings',
    role: 'viewer',
    actions: [{ title: ({ team }) => team.invitePerson, search: { new: '1' }, role: 'owner' }],
    load: () => import('../features/team/team-page.tsx'),
  },
  {
    path: 'audit-log',
    title: 'auditLog',
    icon: IconHistoryToggle,
    area: 'settings',
    role: 'editor',
    load: () => import('../features/audit-log/audit-log-page.tsx'),
  },
  {
    path: 'trash',
    title: 'trash',
    icon: IconTrash,
    area: 'settings',
    role: 'viewer',
    load: () => import('../features/trash/trash-page.tsx'),
  },
];
