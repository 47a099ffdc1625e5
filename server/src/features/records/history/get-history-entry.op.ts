import { z } from 'zod';
import { notFound } from '../../../kernel/error.ts';
import { existingId, idInput } from '../../../kernel/id.ts';
import { operation } from '../../../kernel/operation.ts';
import { readOnlyTool } from '../../../kernel/tool-annotations.ts';
import { historyDetail } from './history.schema.ts';
import { findExecution } from './history.store.ts';
import { viewDetail, viewForTool } from './history.view.ts';

export const getHistoryEntry = operation({
  name: 'get_history_entry',
  summary: 'Get one execution with its request and response.',
  description:
    'Personal data and credentials are masked. Masking is heuristic: free text can still contain personal data.',
  access: 'read',
  budget: 'request',
  rest: [{ method: 'GET', path: '/history/:id' }],
  tool: {
    name: 'get_history_entry',
    title: 'Get an execution',
    annotations: readOnlyTool,
    view: {
      output: historyDetail.extend({
        truncated: z.boolean().describe('Whether a text longer than 8 KB was cut off.'),
      }),
      of: viewForTool,
    },
  },
  input: z.object({ id: idInput('execution') }),
  output: historyDetail,
  async find(ctx, path) {
    const row = await findExecution(ctx.db, existingId(path['id']));
    if (!row) throw notFound();
    return row;
  },
  async run(ctx, _input, row) {
    return { value: await viewDetail(ctx, row) };
  },
});
