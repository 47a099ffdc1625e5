import {
  type Icon,
  IconBell,
  IconCode,
  IconHistory,
  IconHistoryToggle,
  IconInbox,
  IconKey,
  IconLayout,
  IconLayoutDashboard,
  IconLayoutNavbar,
  IconMailOff,
  IconMailX,
  IconPhoto,
  IconSend,
  IconSettings,
  IconTrash,
  IconUsers,
  IconWorldUpload,
} from '@tabler/icons-react';
import type { Role } from 'outstep/kernel/access-levels.ts';
import type { ComponentType } from 'react';
import type { Query } from '../api/client.ts';
import type { Texts } from '../texts/texts.tsx';

export interface PageEntry {
  /** Relative to the store's URL, such as `layouts` or `layouts/$layoutId`. */
  path: string;
  title: keyof Texts['pages'];
  /** Pages with an icon are in the navigation and the palette; others are reached from another page. */
  icon?: Icon;
  section: keyof Texts['shell']['sections'];
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

/** Every page of a store in navigation order. The first one opens after sign-in. */
export const pages: readonly PageEntry[] = [
  {
    path: 'dashboard',
    title: 'dashboard',
    icon: IconLayoutDashboard,
    section: 'work',
    role: 'viewer',
    load: () => import('../features/dashboard/dashboard-page.tsx'),
    reads: [{ path: '/stats', query: { days: 30, withoutTests: true } }],
  },
  {
    path: 'layouts',
    title: 'layouts',
    icon: IconLayout,
    section: 'work',
    role: 'viewer',
    actions: [{ title: ({ layouts }) => layouts.create, search: { new: '1' }, role: 'editor' }],
    load: () => import('../features/layouts/layouts-page.tsx'),
  },
  {
    path: 'layouts/$layoutId',
    title: 'layouts',
    section: 'work',
    role: 'viewer',
    load: () => import('../features/layouts/layout-page.tsx'),
  },
  {
    path: 'presets',
    title: 'presets',
    icon: IconLayoutNavbar,
    section: 'work',
    role: 'viewer',
    actions: [{ title: ({ presets }) => presets.create, search: { new: '1' }, role: 'editor' }],
    load: () => import('../features/presets/presets-page.tsx'),
  },
  {
    path: 'presets/$presetId',
    title: 'presets',
    section: 'work',
    role: 'viewer',
    load: () => import('../features/presets/preset-page.tsx'),
  },
  {
    path: 'http-requests',
    title: 'httpRequests',
    icon: IconWorldUpload,
    section: 'work',
    role: 'viewer',
    load: () => import('../features/http-requests/http-requests-page.tsx'),
  },
  {
    path: 'http-requests/$requestId',
    title: 'httpRequests',
    section: 'work',
    role: 'viewer',
    load: () => import('../features/http-requests/http-request-page.tsx'),
  },
  {
    path: 'history',
    title: 'history',
    icon: IconHistory,
    section: 'work',
    role: 'viewer',
    load: () => import('../features/history/history-page.tsx'),
  },
  {
    path: 'history/$entryId',
    title: 'history',
    section: 'work',
    role: 'viewer',
    load: () => import('../features/history/history-entry-page.tsx'),
  },
  {
    path: 'history-search',
    title: 'historySearch',
    section: 'work',
    role: 'editor',
    load: () => import('../features/history/recipient-search-page.tsx'),
  },
  {
    path: 'alerts',
    title: 'alerts',
    icon: IconBell,
    section: 'work',
    role: 'viewer',
    load: () => import('../features/alerts/alerts-page.tsx'),
  },
  {
    path: 'captured-mails',
    title: 'capturedMails',
    icon: IconInbox,
    section: 'work',
    role: 'editor',
    load: () => import('../features/capture/captured-mails-page.tsx'),
  },
  {
    path: 'captured-mails/$mailId',
    title: 'capturedMails',
    section: 'work',
    role: 'editor',
    load: () => import('../features/capture/captured-mail-page.tsx'),
  },
  {
    path: 'senders',
    title: 'senders',
    icon: IconSend,
    section: 'work',
    role: 'viewer',
    actions: [{ title: ({ senders }) => senders.add, search: { new: '1' }, role: 'editor' }],
    load: () => import('../features/senders/senders-page.tsx'),
  },
  {
    path: 'senders/$senderId/domain',
    title: 'senders',
    section: 'work',
    role: 'viewer',
    load: () => import('../features/sender-domains/sender-domain-page.tsx'),
  },
  {
    path: 'files',
    title: 'files',
    icon: IconPhoto,
    section: 'work',
    role: 'viewer',
    load: () => import('../features/files/files-page.tsx'),
  },
  {
    path: 'unsubscribes',
    title: 'unsubscribes',
    icon: IconMailOff,
    section: 'work',
    role: 'editor',
    actions: [{ title: ({ unsubscribes }) => unsubscribes.add, search: { new: '1' }, role: 'editor' }],
    load: () => import('../features/unsubscribes/unsubscribes-page.tsx'),
  },
  {
    path: 'suppressions',
    title: 'suppressions',
    icon: IconMailX,
    section: 'work',
    role: 'editor',
    load: () => import('../features/unsubscribes/suppressions-page.tsx'),
  },
  {
    path: 'secrets',
    title: 'secrets',
    icon: IconKey,
    section: 'manage',
    role: 'viewer',
    actions: [{ title: ({ secrets }) => secrets.add, search: { new: '1' }, role: 'editor' }],
    load: () => import('../features/secrets/secrets-page.tsx'),
  },
  {
    path: 'settings',
    title: 'settings',
    icon: IconSettings,
    section: 'manage',
    role: 'viewer',
    load: () => import('../features/settings/settings-page.tsx'),
  },
  {
    path: 'team',
    title: 'team',
    icon: IconUsers,
    section: 'manage',
    role: 'viewer',
    actions: [{ title: ({ team }) => team.invitePerson, search: { new: '1' }, role: 'owner' }],
    load: () => import('../features/team/team-page.tsx'),
  },
  {
    path: 'audit-log',
    title: 'auditLog',
    icon: IconHistoryToggle,
    section: 'manage',
    role: 'editor',
    load: () => import('../features/audit-log/audit-log-page.tsx'),
  },
  {
    path: 'trash',
    title: 'trash',
    icon: IconTrash,
    section: 'manage',
    role: 'viewer',
    load: () => import('../features/trash/trash-page.tsx'),
  },
  {
    path: 'developer',
    title: 'developer',
    icon: IconCode,
    section: 'manage',
    role: 'viewer',
    actions: [{ title: ({ developer }) => developer.createKey, search: { new: '1' }, role: 'owner' }],
    load: () => import('../features/developer/developer-page.tsx'),
  },
];
