import { z } from 'zod';
import { appOperation } from '../../../kernel/operation.ts';
import { quotaUsed } from '../../access/quota/quota.store.ts';
import { settingsView } from './settings.schema.ts';
import { settingsOf } from './settings.store.ts';
import { revisionOf } from './settings-revision.ts';

export const getSettings = appOperation({
  name: 'get_settings',
  summary:
    'Get texts, the logo, the brand and the quota of the whole store, and how much of the quota is used.',
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
