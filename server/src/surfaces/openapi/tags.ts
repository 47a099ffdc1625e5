import type { Route } from '../../kernel/operation.ts';

interface Tag {
  name: string;
  description: string;
}

const index: Tag = {
  name: 'Index and identity',
  description: 'Status of the API, and what a key can do.',
};

/** Tags by the first segment of the path. */
const TAGS: Readonly<Record<string, Tag>> = {
  '': index,
  me: index,
  'email-templates': {
    name: 'Email templates',
    description: 'Email layouts with their translations and saved versions.',
  },
  'layout-schema': { name: 'Layout schema', description: 'The format of layout designs.' },
  brand: { name: 'Brand', description: 'Colors, font and logo for the emails of a store.' },
  secrets: { name: 'Secrets', description: 'Names of secrets, never their values.' },
  'smtp-configs': { name: 'Senders', description: 'Mail servers, without their credentials.' },
  senders: { name: 'Mailboxes', description: 'Connected mailboxes, with masked addresses.' },
  files: { name: 'Files', description: 'Uploaded logos, images and attachments.' },
  'http-requests': { name: 'HTTP requests', description: 'Configured outbound calls and their runs.' },
  history: { name: 'History', description: 'Executions: emails and HTTP calls, masked.' },
  alerts: {
    name: 'Alerts',
    description: 'Problems that affect executions, one alert per cause, and when each was resolved.',
  },
  stats: { name: 'Stats', description: 'Totals and success rate.' },
};

export const PLATFORM_TAG: Tag = {
  name: 'Workflow platforms',
  description:
    'Workflow steps: the calls that send emails and run HTTP requests. They are signed with a secret of the store and need no API key. Shopify Flow uses its own format at `/platforms/shopify-flow`; its guide describes it.',
};

export function tagOf(route: Pick<Route, 'path'>): string {
  const noun = route.path.split('/')[1] ?? '';
  const tag = TAGS[noun];
  if (!tag) throw new Error(`no tag for /${noun}`);
  return tag.name;
}

export const tags = (): Tag[] => [...new Set([...Object.values(TAGS), PLATFORM_TAG])];
