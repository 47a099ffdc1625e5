import { z } from 'zod';
import { appOperation } from '../../../kernel/operation.ts';
import { quotaUsed } from '../../access/quota/quota.store.ts';
import { revisionOf } from './settings.rules.ts';
import { settingsView } from './settings.schema.ts';
import { settingsOf } from './settings.store.ts';

export const getSettings = appOperation({
  name: 'get_settings',
  summary: 'Get the texts, logo, brand and quota of the store, and how much of the quota is used.',
  app: [{ method: 'GET', path: '/settings', role: 'viewer' }],
  input: z.object({}),
  output: settingsView,
  async run(ctx) {
    const settings = await settingsOf(ctx.db);
    const revision = revisionOf(ctx, settings);
    const usedThisMonth = await quotaUsed(ctx.db);
    return {
      value: { settings: Object.fromEntries(settings), revision, usedThisMonth },
      etag: `"${revision}"`,
    };
  },
});
