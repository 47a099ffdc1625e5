import { z } from 'zod';
import { appOperation } from '../../../kernel/operation.ts';
import { pageOf, singlePage } from '../../../kernel/page.ts';
import { historyConfig } from './history.schema.ts';
import { configsThatRan } from './history-configs.store.ts';

export const listHistoryConfigs = appOperation({
  name: 'list_history_configs',
  summary:
    'List the layouts and HTTP requests in history, including deleted ones: the 200 that ran most recently.',
  app: [{ method: 'GET', path: '/history-configs', role: 'viewer' }],
  input: z.object({}),
  output: pageOf(historyConfig),
  run: async ({ db }) => ({ value: singlePage(await configsThatRan(db)) }),
});
