import type { Route } from '../../kernel/operation.ts';

interface Tag {
  name: string;
  description: string;
}

const index: Tag = {
  name: 'Index and identity',
  description: 'Whether the API is up, and what a key may do.',
};

/** By the first part of the path. */
const TAGS: Readonly<Record<string, Tag>> = {
  '': index,
  me: index,
  'email-templates': {
    name: 'Email templates',
    description: 'Email layouts with their translations and saved versions.',
  },
  'layout-schema': { name: 'Layout schema', description: 'How a layout design is written.' },
  brand: { name: 'Brand', description: 'What mails of the store should look like.' },
  secrets: { name: 'Secrets', description: 'Names of secrets, never their values.' },
  'smtp-configs': { name: 'Senders', description: 'Mail servers, without their credentials.' },
  senders: { name: 'Mailboxes', description: 'Connected mailboxes, with masked addresses.' },
  files: { name: 'Files', description: 'Uploaded logos, images and attachments.' },
  'http-requests': { name: 'HTTP requests', description: 'Configured outbound calls and their runs.' },
  history: { name: 'History', description: 'Executions: mails and calls, masked.' },
  alerts: { name: 'Alerts', description: 'What does not work, one a cause, and since when it works again.' },
  stats: { name: 'Stats', description: 'Totals and success rate.' },
};

export const PLATFORM_TAG: Tag = {
  name: 'Workflow platforms',
  description:
    'Steps of a workflow: the calls that send mail and make HTTP requests. Signed with a secret of the store, without a key. Shopify Flow calls in its own way, at `/platforms/shopify-flow`, which is described in its guide.',
};

export function tagOf(route: Route): string {
  const noun = route.path.split('/')[1] ?? '';
  const tag = TAGS[noun];
  if (!tag) throw new Error(`no tag for /${noun}`);
  return tag.name;
}

export const tags = (): Tag[] => [...new Set([...Object.values(TAGS), PLATFORM_TAG])];
