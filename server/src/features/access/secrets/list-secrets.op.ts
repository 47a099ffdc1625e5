import { z } from 'zod';
import { appOperation, operation } from '../../../kernel/operation.ts';
import { pageInput, pageOf, searchInput, toPage } from '../../../kernel/page.ts';
import { readOnlyTool } from '../../../kernel/tool-annotations.ts';
import { findSecretUsage } from './secret-usage.store.ts';
import { secret, secretUsage } from './secrets.schema.ts';
import { pageOfSecrets } from './secrets.store.ts';

/** Names, descriptions and flags over REST; the tool returns names only (contract: Tool server 6). */
export const listSecrets = operation({
  name: 'list_secrets',
  summary: 'List secret names.',
  description: 'Returns names, descriptions and whether a value is set. No call returns a value.',
  access: 'read',
  budget: 'request',
  rest: [{ method: 'GET', path: '/secrets' }],
  tool: {
    name: 'list_secret_keys',
    title: 'List secret names',
    description: 'List secret names, for use as {{ secrets.NAME }}. No tool returns a value.',
    annotations: readOnlyTool,
    // spec: Tool server 1: this tool returns names only.
    view: {
      output: pageOf(secret.pick({ name: true })),
      of: (page) => ({ ...page, items: page.items.map(({ name }) => ({ name })) }),
    },
  },
  input: z.object({ ...pageInput, ...searchInput('name and description') }),
  output: pageOf(secret),
  async run(ctx, { q, ...request }) {
    const { rows, total } = await pageOfSecrets(ctx.db, request, q);
    return { value: toPage(request, rows, total) };
  },
});

export const listSecretUsage = appOperation({
  name: 'list_secret_usage',
  summary: 'List where each secret is used.',
  app: [{ method: 'GET', path: '/secrets/usage', role: 'viewer' }],
  input: z.object({}),
  output: secretUsage,
  run: async ({ db }) => ({ value: await findSecretUsage(db) }),
});
