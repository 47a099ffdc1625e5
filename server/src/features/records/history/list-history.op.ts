import { z } from 'zod';
import { invalidField } from '../../../kernel/fields.ts';
import { message } from '../../../kernel/messages/message.ts';
import { operation } from '../../../kernel/operation.ts';
import { pageInput, pageOf, toPage } from '../../../kernel/page.ts';
import type { OpenVault } from '../../../kernel/ports.ts';
import { readOnlyTool } from '../../../kernel/tool-annotations.ts';
import { historyEntry, historyFilters, historySearch } from './history.schema.ts';
import { viewEntries } from './history.view.ts';
import { pageOfHistory } from './list-history.store.ts';
import { type HistorySearch, searchExecutions } from './search-executions.store.ts';
import { searchedWords, wordMacs } from './search-words.rules.ts';

/** How many words of a run ID are certain to be indexed, with their parts. */
const SURE_WORDS = 3;

/**
 * A run is also found by the words of its ID, and the stored ID is then compared. IDs are stored as sent,
 * except for the parts that had to be masked.
 */
function searchFor(
  vault: OpenVault,
  { q, runId }: { q: string | undefined; runId: string | undefined },
): HistorySearch {
  const macsOf = (text: string | undefined, most?: number) => {
    const words = text === undefined ? null : searchedWords(text);
    return words && wordMacs(vault, words.slice(0, most));
  };
  return {
    q,
    words: macsOf(q),
    runWords: macsOf(runId, SURE_WORDS),
  };
}

export const listHistory = operation({
  name: 'list_history',
  summary: 'List executions, newest first.',
  description:
    'Lists emails sent and HTTP requests run, as summaries; get a single execution for request, response and timeline.',
  access: 'read',
  budget: 'request',
  rest: [{ method: 'GET', path: '/history' }],
  tool: { name: 'list_history', title: 'List executions', annotations: readOnlyTool },
  input: z.object({ ...pageInput, ...historyFilters, ...historySearch }),
  output: pageOf(historyEntry),
  async run(ctx, { page, limit, q, from, to, ...filter }) {
    if (from && to && from.first >= to.after) throw invalidField('from', message('not_after_to'));
    const within = { ...filter, from: from?.first, until: to?.after };
    const { runId } = filter;
    const isSearch = q !== undefined || runId !== undefined;
    const { rows, total } = isSearch
      ? await searchExecutions(
          ctx.db,
          { page, limit },
          within,
          searchFor(await ctx.vault.unlock(), { q, runId }),
        )
      : await pageOfHistory(ctx.db, { page, limit }, within);
    return { value: toPage({ page, limit }, await viewEntries(ctx, rows), total) };
  },
});
