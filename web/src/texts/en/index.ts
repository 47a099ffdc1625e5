import type { MessageCode } from 'outstep/kernel/messages/catalog.ts';
import { account } from './account.ts';
import { auditLog } from './audit-log.ts';
import { brand } from './brand.ts';
import { common, errors, reasons, sentences } from './common.ts';
import { dashboard } from './dashboard.ts';
import { developer } from './developer.ts';
import { drafts } from './drafts.ts';
import { editor } from './editor.ts';
import { files } from './files.ts';
import { history } from './history.ts';
import { httpRequests } from './http-requests.ts';
import { layouts } from './layouts.ts';
import { mailboxes } from './mailboxes.ts';
import { presets } from './presets.ts';
import { reach } from './reach.ts';
import { secrets } from './secrets.ts';
import { senders } from './senders.ts';
import { settings } from './settings.ts';
import { pages, shell } from './shell.ts';
import { signIn } from './sign-in.ts';
import { stores } from './stores.ts';
import { suppressions } from './suppressions.ts';
import { team } from './team.ts';
import { trash } from './trash.ts';
import { unsubscribes } from './unsubscribes.ts';
import { versions } from './versions.ts';

export const en = {
  common,
  errors,
  reasons,
  sentences,
  /** Empty, because the server's sentences are English. */
  said: {} as Record<string, string>,
  messages: null as Readonly<Record<MessageCode, string>> | null,
  pages,
  shell,
  signIn,
  stores,
  team,
  account,
  auditLog,
  developer,
  drafts,
  editor,
  files,
  settings,
  history,
  httpRequests,
  layouts,
  senders,
  mailboxes,
  presets,
  secrets,
  unsubscribes,
  suppressions,
  versions,
  reach,
  trash,
  dashboard,
  brand,
};

/** Every language has the same keys as English: a missing or extra key is a type error. */
export type Texts = typeof en;
